"""Players by name, and matches."""

import pytest
from obverse import Error, Game, Match, PlayerFailed, player

CLASSICS = ["ratio:depth=2", "breadth:depth=2", "squares", "anysize:depth=2", "killer:depth=2,book=off"]


@pytest.mark.parametrize("who", [*CLASSICS, "level:1", "engine:depth=2", "random:seed=7"])
def test_everybody_plays_a_legal_move(who: str) -> None:
    somebody = player(who)
    game = Game.read("f5d6")
    choice = somebody.choose(game)
    assert choice.move in game.legal_moves() and len(game) == 2
    assert somebody(game) in game.legal_moves()


def test_chance_comes_from_the_seed() -> None:
    def moves(seed: int) -> list[str]:
        somebody, game = player("random", seed=seed), Game()
        while not game.is_over:
            game.play(somebody(game))
        return game.moves

    assert moves(1) == moves(1) != moves(2)


def test_a_classic_says_why() -> None:
    lines = player("killer:depth=2,book=off").explain(Game.read("f5d6"))
    assert {line["move"] for line in lines} == set(Game.read("f5d6").legal_moves())
    assert lines[0]["score"] == pytest.approx(sum(lines[0]["terms"].values()))
    with pytest.raises(PlayerFailed, match="cannot say why"):
        player("random").explain(Game())


@pytest.mark.parametrize("who", ["nobody", "level:99", "human", "gtp:edax", "killer:depth=x", ""])
def test_who_cannot_play_here(who: str) -> None:
    with pytest.raises(PlayerFailed):
        player(who)


def test_who_does_not_play_on_such_a_board() -> None:
    assert not player("killer").supports(10) and player("anysize").supports(10)
    with pytest.raises(PlayerFailed, match="8×8"):
        player("killer").choose(Game(size=10))
    with pytest.raises(Error, match="the game is over"):
        player("random").choose(Game.read("e6f4e3f6g5d6e7f5c5"))


def test_a_match_counts_what_its_games_say() -> None:
    match = Match("squares", "random", games=10, seed=2)
    games = list(match)
    assert sorted(game.game for game in games) == list(range(1, 11))
    result = match.result
    assert (result.a, result.b, result.games) == ("squares", "random", 10)
    won = sum(game.winner is not None and getattr(game, game.winner) == "squares" for game in games)
    assert result.wins == won and result.wins + result.draws + result.losses == 10
    for game in games:
        assert game.record.moves == game.moves and game.record.result == game.discs and game.how == "played"
    # The two games of an opening begin alike, and each player has Black once.
    by_opening = {game.opening: [g for g in games if g.opening == game.opening] for game in games}
    assert all({g.black for g in pair} == {"squares", "random"} for pair in by_opening.values())


def test_the_same_seed_is_the_same_match() -> None:
    def moves() -> list[list[str]]:
        games = Match("random", "random", games=4, seed=9, concurrency=2)
        return [game.moves for game in sorted(games, key=lambda game: game.game)]

    assert moves() == moves()


def test_a_function_can_take_part() -> None:
    def first(game: Game) -> str:
        return game.legal_moves()[0]

    result = Match(first, "random", games=6, openings="start").play()
    assert result.a == "first" and result.games == 6
    numbers = Match(lambda game: game.position.board.legal_moves()[-1], "random", games=2, size=6, openings="random:2")
    assert numbers.play().failures == [0, 0]


def test_an_exception_of_a_function_comes_out() -> None:
    def broken(game: Game) -> str:
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        Match(broken, "random", games=4).play()


def test_an_illegal_move_of_a_function_loses() -> None:
    match = Match(lambda game: "a1", "random", games=2, openings="start")
    assert [game.how for game in match] == ["failed", "failed"]
    assert match.result.losses == 2 and match.result.failures == [2, 0]


def test_matches_that_cannot_begin() -> None:
    for wrong in [
        lambda: Match("nobody", "random"),
        lambda: Match("random", "random", games=0),
        lambda: Match("random", "random", openings="nonsense"),
        lambda: Match("random", "random", openings=[]),
        lambda: Match("random", "random", openings=[Game(size=6)]),
        lambda: Match("random", "random", time=0),
        lambda: Match("killer", "random", size=10),
        lambda: Match(7, "random"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(Error):
            wrong()


def test_a_match_can_be_left() -> None:
    match = Match("random", "random", games=1_000_000)
    next(match)
    del match
