//! External engines that behave in every way, played by small shell scripts.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use obverse_engine::score::Kind;
use obverse_engine::{StopFlag, TimeSource};
use obverse_players::{Choice, Decision, External, Player, PlayerError, Protocol, Turn};
use obverse_protocols::client::{ClientSettings, ExternalPlayer};
use obverse_rules::{Game, Position, Size};

fn start(protocol: Protocol, script: &str) -> Result<ExternalPlayer, PlayerError> {
    start_with(protocol, script, ClientSettings::default())
}

/// With little patience, so that engines that hang are found out quickly.
fn start_impatiently(protocol: Protocol, script: &str) -> Result<ExternalPlayer, PlayerError> {
    let patience = Duration::from_millis(300);
    start_with(protocol, script, ClientSettings { patience, ..ClientSettings::default() })
}

fn start_with(
    protocol: Protocol,
    script: &str,
    settings: ClientSettings,
) -> Result<ExternalPlayer, PlayerError> {
    let command = format!("sh -c {}", shell_words::quote(script));
    ExternalPlayer::start(&External { protocol, command }, settings)
}

/// An engine that answers each command as the arms of a shell `case` say.
fn gtp(arms: &str) -> Result<ExternalPlayer, PlayerError> {
    let script =
        format!(r#"while read -r line; do case "$line" in {arms} *) printf '=\n\n';; esac; done"#);
    let longest_move = Duration::from_secs(2);
    let settings = ClientSettings { longest_move, ..ClientSettings::default() };
    start_with(Protocol::Gtp, &script, settings)
}

fn choose(player: &mut dyn Player, game: &Game) -> Result<Choice, PlayerError> {
    choose_in(player, game, None, &StopFlag::default())
}

fn choose_in(
    player: &mut dyn Player,
    game: &Game,
    time: Option<Duration>,
    stop: &StopFlag,
) -> Result<Choice, PlayerError> {
    decide(player, game, time, stop).map(|decision| match decision {
        Decision::Move(choice) => choice,
        other => panic!("{other:?}"),
    })
}

fn decide(
    player: &mut dyn Player,
    game: &Game,
    time: Option<Duration>,
    stop: &StopFlag,
) -> Result<Decision, PlayerError> {
    let (time_source, stop) = (TimeSource::system(), stop.clone());
    let mut turn = Turn { time, clock: None, time_source, stop, observer: &mut |_| {} };
    player.choose(game, &mut turn)
}

fn opening() -> Game {
    Game::from_start(Size::EIGHT)
}

fn reason(result: Result<impl Sized, PlayerError>) -> String {
    match result {
        Err(PlayerError::Failed { reason, .. }) => reason,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it did not fail"),
    }
}

#[test]
fn answers_in_every_spelling() {
    for answer in ["= F5", "=f5", "=  f5  ", "=1 F5", "welcome\\n> = F5", "=f5 whatever"] {
        let arms = format!(r"genmove*) printf '{answer}\n\n';; name) printf '= Fake 1.0\n\n';;");
        let mut player = gtp(&arms).unwrap();
        assert_eq!(player.name(), "Fake 1.0");
        assert_eq!(choose(&mut player, &opening()).unwrap().mv, "f5".parse().unwrap(), "{answer}");
    }
}

#[test]
fn an_answer_without_an_empty_line_is_an_answer() {
    let mut player = gtp(r"genmove*) printf '= d3\n';;").unwrap();
    assert_eq!(choose(&mut player, &opening()).unwrap().mv, "d3".parse().unwrap());
}

#[test]
fn an_engine_that_passes_by_itself_may_refuse_to_be_told() {
    let mut game = opening();
    for mv in ["e6", "f6", "d3", "e7", "e8", "d8", "g7", "f8", "pass"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let arms = r"*pass) printf '? illegal\n\n';; genmove*w) printf '= h8\n\n';;";
    let mut player = gtp(arms).unwrap();
    assert_eq!(choose(&mut player, &game).unwrap().mv, "h8".parse().unwrap());
}

#[test]
fn the_board_is_brought_up_to_date_by_the_new_moves_alone() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let path = log.path().display();
    let script = format!(
        r#"while read -r line; do echo "$line" >> {path}; case "$line" in
           genmove*b) printf '= f5\n\n';; *) printf '=\n\n';; esac; done"#
    );
    let mut player = start(Protocol::Gtp, &script).unwrap();
    let mut game = opening();
    choose_in(&mut player, &game, Some(Duration::from_secs(2)), &StopFlag::default()).unwrap();
    for mv in ["f5", "d6"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    choose_in(&mut player, &game, Some(Duration::from_secs(2)), &StopFlag::default()).unwrap();
    // Another game: everything from the start.
    choose(&mut player, &opening()).unwrap();
    drop(player);
    let said = fs::read_to_string(log.path()).unwrap();
    let said: Vec<_> = said.lines().collect();
    assert_eq!(
        said,
        [
            "name",
            "list_commands",
            "set_game Othello",
            "boardsize 8",
            "clear_board",
            "time_settings 0 2 1",
            "genmove b",
            "play w d6",
            "genmove b",
            "boardsize 8",
            "clear_board",
            "genmove b",
            "quit",
        ]
    );
}

#[test]
fn nonsense_instead_of_a_move() {
    let mut player = gtp(r"genmove*) printf '= the centre\n\n';;").unwrap();
    assert_eq!(reason(choose(&mut player, &opening())), "`the centre` is not a move");
    let mut player = gtp(r"genmove*) printf '? no idea\n\n';;").unwrap();
    assert_eq!(reason(choose(&mut player, &opening())), "`genmove b` was refused: no idea");
}

#[test]
fn resigning() {
    let mut player = gtp(r"genmove*) printf '= resign\n\n';; name) printf '= Weak\n\n';;").unwrap();
    let decision = decide(&mut player, &opening(), None, &StopFlag::default());
    assert_eq!(decision, Ok(Decision::Resign));
    assert_eq!(player.name(), "Weak");
}

#[test]
fn a_command_that_does_not_exist() {
    let external =
        External { protocol: Protocol::Gtp, command: "/no/such/engine --fast".to_owned() };
    let problem = reason(ExternalPlayer::start(&external, ClientSettings::default()));
    assert!(problem.starts_with("it could not be started: No such file"), "{problem}");
    let unclosed = External { protocol: Protocol::NBoard, command: "engine 'x".to_owned() };
    assert!(
        reason(ExternalPlayer::start(&unclosed, ClientSettings::default()))
            .contains("is not a command")
    );
}

#[test]
fn an_engine_that_dies_says_how() {
    let problem = reason(start(Protocol::Gtp, "echo no weights here >&2; exit 3"));
    assert!(problem.contains("exit status: 3"), "{problem}");
    assert!(problem.contains("no weights here"), "{problem}");
    let mut player = gtp("genmove*) exit 7;;").unwrap();
    let problem = reason(choose(&mut player, &opening()));
    assert!(problem.contains("exit status: 7"), "{problem}");
}

#[test]
fn an_engine_that_prints_garbage_without_end() {
    for protocol in [Protocol::Gtp, Protocol::NBoard] {
        let problem =
            reason(start_impatiently(protocol, "while :; do echo garbage; echo more >&2; done"));
        assert!(problem.contains("no answer to"), "{problem}");
    }
    let mut player = gtp("genmove*) while :; do echo '= '; echo x; done;;").unwrap();
    assert!(choose(&mut player, &opening()).is_err());
}

#[test]
fn an_engine_that_hangs() {
    let mut player = gtp("genmove*) sleep 1000;;").unwrap();
    let problem = reason(choose(&mut player, &opening()));
    assert!(problem.starts_with("no answer to `genmove b` within 2.0 s"), "{problem}");
    let problem = reason(start_impatiently(Protocol::NBoard, "sleep 1000"));
    assert!(problem.contains("no answer to `ping 1`"), "{problem}");
}

#[test]
fn an_engine_that_failed_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let flag = folder.path().join("failed-once");
    let flag = flag.display();
    let arms = format!(
        r"genmove*) if [ -e {flag} ]; then printf '= f5\n\n'; else touch {flag}; exit 1; fi;;"
    );
    let mut player = gtp(&arms).unwrap();
    assert!(choose(&mut player, &opening()).is_err());
    assert!(choose(&mut player, &opening()).is_ok());
}

#[test]
fn a_raised_flag_ends_the_wait() {
    let mut player = gtp("genmove*) sleep 1000;;").unwrap();
    let stop = StopFlag::default();
    stop.raise();
    let time = Some(Duration::from_mins(10));
    assert_eq!(reason(choose_in(&mut player, &opening(), time, &stop)), "stopped");
}

/// A position that is not reached from the opening.
const SET_UP: &str = "---------------------------OX------XXX-----O-------------------- X";

#[test]
fn a_set_up_position_is_sent_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen.sgf");
    let arms = format!(
        r"list_commands) printf '= loadsgf\nplay\ngenmove\n\n';;
        loadsgf*) cp ${{line#loadsgf }} {}; printf '=\n\n';;
        genmove*) printf '= c4\n\n';;",
        seen.display()
    );
    let position: Position = SET_UP.parse().unwrap();
    let mut player = gtp(&arms).unwrap();
    let chosen = choose(&mut player, &Game::new(position)).unwrap();
    assert_eq!(chosen.mv.to_string(), "c4");
    let sgf = fs::read_to_string(seen).unwrap();
    for part in ["AB[", "[e4]", "AW[", "[d4]", "PL[B]"] {
        assert!(sgf.contains(part), "{sgf}");
    }
}

#[test]
fn a_set_up_position_needs_an_engine_that_reads_files() {
    let arms = r"list_commands) printf '= play\ngenmove\n\n';; genmove*) printf '= f5\n\n';;";
    let position: Position = SET_UP.parse().unwrap();
    let mut player = gtp(arms).unwrap();
    assert!(reason(choose(&mut player, &Game::new(position))).contains("set-up position"));
}

/// Whether a process runs, and is no corpse.
fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        !stat.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z')
    })
}

fn pids(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_dropped_engine_ends_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    let path = file.display();
    // It ignores the end of its input, and so does the process that it has started.
    let script = format!(
        r#"trap "" TERM HUP; sleep 1000 & echo $! $$ > {path};
           while read -r line; do printf '=\n\n'; done; sleep 1000"#
    );
    let player = start(Protocol::Gtp, &script).unwrap();
    let pids = pids(&file);
    assert_eq!(pids.len(), 2);
    assert!(pids.iter().all(|pid| runs(pid)));
    drop(player);
    // The orphan is reaped by whoever is responsible for orphans, in its own time.
    for _ in 0..200 {
        if !pids.iter().any(|pid| runs(pid)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("they still run: {pids:?}");
}

fn nboard(arms: &str) -> Result<ExternalPlayer, PlayerError> {
    let script = format!(
        r#"while read -r word rest; do case "$word" in ping) echo "pong $rest";; {arms} esac; done"#
    );
    start(Protocol::NBoard, &script)
}

#[test]
fn nboard_as_edax_speaks_it() {
    let mut player = nboard(
        "nboard) echo 'set myname Edax6';; set) echo noise;;
         go) echo 'status Edax is thinking'; echo 'search F5-D6-C3 -1.5 0 14@73%';
             echo 'nodestats 35805 0.04'; echo '=== f5 -1.00 0.0'; echo 'status';;",
    )
    .unwrap();
    assert_eq!(player.name(), "Edax6");
    let choice = choose(&mut player, &opening()).unwrap();
    assert_eq!(choice.mv, "f5".parse().unwrap());
    let thought = choice.thought.unwrap();
    assert_eq!((thought.nodes, thought.depth), (35805, Some(14)));
    assert_eq!(thought.line.len(), 3);
    let score = thought.score.unwrap();
    assert!((score.discs + 1.0).abs() < 1e-6 && score.kind == Kind::Heuristic);
}

#[test]
fn nboard_gets_the_game_and_a_depth() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let path = log.path().display();
    let mut player = start(
        Protocol::NBoard,
        &format!(
            r#"while read -r line; do echo "$line" >> {path}; case "$line" in
               ping*) echo "pong ${{line#ping }}";; go) echo "=== D6";; esac; done"#
        ),
    )
    .unwrap();
    let mut game = opening();
    game.play("f5".parse().unwrap()).unwrap();
    choose(&mut player, &game).unwrap();
    let said = fs::read_to_string(log.path()).unwrap();
    let said: Vec<_> = said.lines().collect();
    assert_eq!(said[..3], ["nboard 2", "set depth 12", "ping 1"]);
    assert!(said[3].starts_with("set game (;GM[Othello]PC[Obverse]"), "{}", said[3]);
    assert!(said[3].ends_with("B[F5];)"), "{}", said[3]);
    assert_eq!(said[4..], ["ping 2", "go"]);
}

#[test]
fn nboard_is_hurried_by_a_ping() {
    // It thinks until it is pinged, then moves and answers.
    let mut player =
        nboard("go) read -r word rest; echo '=== F5/2.0/1.0'; echo \"pong $rest\";;").unwrap();
    let stop = StopFlag::default();
    stop.raise();
    let choice = choose_in(&mut player, &opening(), None, &stop).unwrap();
    assert_eq!(choice.mv, "f5".parse().unwrap());
}
