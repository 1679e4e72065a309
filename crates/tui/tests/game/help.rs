//! Help and long explanations on small screens.

use crossterm::event::KeyCode;
use obverse_tui::draw::draw;
use obverse_tui::state::{Overlay, Screen};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::common::{Driver, unicode};

/// Draws as the program does, which then knows how much is below; what is seen.
fn look(driver: &mut Driver, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    driver.state.scroll = draw(&mut buffer, &driver.state, &unicode()).scroll();
    driver.screen(width, height, &unicode())
}

/// Everything that help says on a screen of this size, scrolled through.
fn all_of_help(driver: &mut Driver, width: u16, height: u16) -> String {
    let mut all = look(driver, width, height);
    while driver.state.scroll.below > 0 {
        driver.press(KeyCode::PageDown);
        all += &look(driver, width, height);
    }
    all
}

#[test]
fn help_is_read_whole_on_a_small_screen() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("?");
    let all = all_of_help(&mut driver, 60, 20);
    for said in ["legal move", "by its name", "quit;", "next start", "heuristic, book", "capitals."]
    {
        assert!(all.contains(said), "{said}:\n{all}");
    }
    assert!(!all.contains('…'), "nothing is cut:\n{all}");
    // Back by steps, and no step is lost at the end.
    driver.press(KeyCode::End);
    look(&mut driver, 60, 20);
    let last = driver.state.scroll.first;
    driver.press(KeyCode::Down);
    look(&mut driver, 60, 20);
    driver.press(KeyCode::Up);
    look(&mut driver, 60, 20);
    assert_eq!(driver.state.scroll.first, last - 1);
    assert_eq!(driver.state.overlay, Some(Overlay::Help));
    driver.keys("x");
    assert_eq!(driver.state.overlay, None, "another key closes it");
}

#[test]
fn where_help_is_seen_whole_any_key_closes_it() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("?");
    look(&mut driver, 80, 24);
    driver.press(KeyCode::Down);
    assert_eq!(driver.state.overlay, None);
}

#[test]
fn every_screen_has_help_of_its_own() {
    let mut driver = Driver::chooser();
    driver.keys("?");
    let help = look(&mut driver, 80, 24);
    assert!(help.contains("any time, where the time has the focus"), "{help}");
    assert!(!help.contains("hint:"), "{help}");
    driver.press(KeyCode::Esc);
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("i");
    assert_eq!(driver.state.screen, Screen::Editor);
    driver.keys("?");
    let help = look(&mut driver, 80, 24);
    assert!(help.contains("the other side moves first"), "{help}");
    assert!(!help.contains("hint:"), "{help}");
    for (width, height) in [(60, 20), (40, 14)] {
        let all = all_of_help(&mut driver, width, height);
        assert!(all.contains("leave it as it was"), "{all}");
    }
}
