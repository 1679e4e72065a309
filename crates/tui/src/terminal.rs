//! The terminal: taken over and given back, whatever happens.

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;

/// Whether the terminal is ours at the moment, for the panic hook.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal as long as it is ours. Dropping it gives it back.
pub(crate) struct TerminalScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl TerminalScreen {
    /// Takes the terminal over.
    pub(crate) fn enter() -> io::Result<TerminalScreen> {
        give_back_on_panic();
        take()?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(TerminalScreen { terminal })
    }

    /// Draws; only cells that changed are sent, and all at once where the terminal can.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| draw(frame.buffer_mut()))?;
        execute!(io::stdout(), EndSynchronizedUpdate)
    }

    /// Gives the terminal to the shell until the program is called back.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take()?;
        self.repaint()
    }

    /// There is no shell to go back to.
    #[cfg(not(unix))]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TerminalScreen {
    /// Forgets what is on the screen: the next drawing sends everything.
    pub(crate) fn repaint(&mut self) -> io::Result<()> {
        // A new one knows that nothing is drawn yet. Clearing the old one would ask the terminal
        // where its cursor is, and the answer would go to the thread that reads the keys.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    // A program that was killed may have left the other screen on, with something on it.
    execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
    execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste, Hide)
}

/// Gives the terminal back, once.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        // A terminal that is gone needs nothing; there is nobody left to tell.
        let _ = execute!(
            out,
            EndSynchronizedUpdate,
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
        let _ = out.flush();
    }
}

/// A panic on the main thread gives the terminal back before its message is printed. One on
/// another thread is reported by that thread's owner, in the game.
fn give_back_on_panic() {
    let main = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == main {
            give_back();
            before(panic);
        } else if !TAKEN.load(Ordering::SeqCst) {
            before(panic);
        }
    }));
}

/// The columns and rows of the terminal, where there is one.
pub fn screen_size() -> Option<(u16, u16)> {
    crossterm::terminal::size().ok()
}
