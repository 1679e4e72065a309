// Steps through the game. The page is read without it too.
"use strict";

const svg = document.querySelector("#board svg");
const links = [...document.querySelectorAll(".moves a")];
const cursor = document.getElementById("cursor");
const at = document.getElementById("at");
const space = "http://www.w3.org/2000/svg";
const margin = 30;
const square = (svg.viewBox.baseVal.width - 2 * margin) / size;
let ply = moves.length;

// The discs of the last position and the mark of the last move make room.
for (const disc of svg.querySelectorAll("circle[r='21'], circle[r='5']")) disc.remove();
const layer = svg.appendChild(document.createElementNS(space, "g"));

function circle(index, radius, fill, stroke) {
  const drawn = document.createElementNS(space, "circle");
  drawn.setAttribute("cx", margin + square * ((index % size) + 0.5));
  drawn.setAttribute("cy", margin + square * (Math.floor(index / size) + 0.5));
  drawn.setAttribute("r", radius);
  drawn.setAttribute("fill", fill);
  if (stroke) drawn.setAttribute("stroke", stroke);
  layer.append(drawn);
}

function show(to) {
  ply = Math.max(0, Math.min(moves.length, to));
  layer.replaceChildren();
  [...boards[ply]].forEach((disc, index) => {
    if (disc === "X") circle(index, 21, "#15171a", "#0a0b0d");
    if (disc === "O") circle(index, 21, "#f4f1e8", "#8d8a80");
  });
  const last = moves[ply - 1];
  if (last && last !== "pass") {
    circle(last.charCodeAt(0) - 97 + size * (Number(last.slice(1)) - 1), 5, "#f2b134");
  }
  at.textContent = ply ? `${ply}. ${last}` : "start";
  for (const link of links) {
    if (Number(link.dataset.ply) === ply) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (cursor && moves.length > 1) {
    cursor.classList.toggle("off", ply === 0);
    const x = (600 * Math.max(0, ply - 1)) / (moves.length - 1);
    cursor.setAttribute("transform", `translate(${x})`);
  }
}

const steps = { first: () => 0, back: () => ply - 1, on: () => ply + 1, last: () => moves.length };
for (const [id, to] of Object.entries(steps)) {
  document.getElementById(id).addEventListener("click", () => show(to()));
}
for (const link of links) link.addEventListener("click", () => show(Number(link.dataset.ply)));
addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") show(ply - 1);
  if (event.key === "ArrowRight") show(ply + 1);
});
document.getElementById("steps").hidden = false;
show(moves.length);
