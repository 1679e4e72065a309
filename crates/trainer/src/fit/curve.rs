//! The course of a fit, drawn.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// A measurement during a fit: mean squared errors in discs².
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The table.
    pub table: usize,
    /// Epochs done.
    pub epoch: f32,
    /// On the positions fitted since the last measurement, before their steps.
    pub fitted: f32,
    /// On positions of held-out games.
    pub held_out: f32,
}

const WIDTH: f32 = 760.0;
const HEIGHT: f32 = 420.0;
const MARGIN: f32 = 50.0;
const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d00", "#000000"];

/// Draws the held-out error (full) and the fitted (dashed) of every table over the epochs.
pub fn learning_curve_svg(curve: &[CurvePoint], names: &[String]) -> String {
    let epochs = curve.iter().map(|point| point.epoch).fold(1.0, f32::max);
    // The first quarter of an epoch is off the scale and says little.
    let late = || curve.iter().filter(|point| point.epoch > 0.3);
    let top = late().flat_map(|p| [p.held_out, p.fitted]).fold(1.0, f32::max) * 1.05;
    let x = |epoch: f32| MARGIN + epoch / epochs * (WIDTH - 2.0 * MARGIN);
    let y = |error: f32| HEIGHT - MARGIN - (error / top).min(1.0) * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"20\">Mean squared error in discs²: held out (full), fitted \
         (dashed)</text>\n"
    );
    for i in 0..=5 {
        let error = top * i as f32 / 5.0;
        let _infallible = writeln!(
            svg,
            "<path d=\"M{MARGIN} {0:.1}H{1:.1}\" stroke=\"#ddd\"/><text x=\"4\" y=\"{0:.1}\">{error:.0}</text>",
            y(error),
            WIDTH - MARGIN,
        );
    }
    for epoch in 0..=epochs as u32 {
        let _infallible = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\">{epoch}</text>",
            x(epoch as f32),
            HEIGHT - MARGIN + 18.0
        );
    }
    for (table, name) in names.iter().enumerate() {
        let color = COLORS[table % COLORS.len()];
        for (pick, dash) in [
            ((|p: &CurvePoint| p.held_out) as fn(&CurvePoint) -> f32, ""),
            (|p: &CurvePoint| p.fitted, " stroke-dasharray=\"4 3\""),
        ] {
            let points: Vec<String> = curve
                .iter()
                .filter(|point| point.table == table)
                .map(|point| format!("{:.1},{:.1}", x(point.epoch), y(pick(point))))
                .collect();
            let _infallible = writeln!(
                svg,
                "<polyline fill=\"none\" stroke=\"{color}\"{dash} points=\"{}\"/>",
                points.join(" ")
            );
        }
        let _infallible = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" fill=\"{color}\">{name}</text>",
            WIDTH - 190.0,
            40 + 16 * table
        );
    }
    svg.push_str("</svg>\n");
    svg
}
