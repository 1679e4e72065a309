//! Discs as pictures, where the terminal shows some: by Kitty's protocol or by Sixel.
//!
//! The board is drawn with characters first; then every disc in view gets a picture over its
//! cells. A picture is made once for each look of a disc and sent once.

use std::collections::{HashMap, HashSet};

use image::{Rgba, RgbaImage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Color;
use ratatui::widgets::Widget;
use ratatui_image::picker::{Picker, ProtocolType};
use ratatui_image::protocol::Protocol;
use ratatui_image::{Image, Resize};

use crate::draw::DiscLook;

/// The pictures that were made.
pub(crate) struct Pictures {
    picker: Picker,
    made: HashMap<(DiscLook, Size), Option<Protocol>>,
    /// Where pictures are now.
    shown: HashSet<Rect>,
}

impl Pictures {
    /// Asks the terminal whether it shows pictures, before anybody else reads what it answers.
    pub(crate) fn ask() -> Option<Pictures> {
        // A terminal that does not answer shows none.
        Picker::from_query_stdio().ok().and_then(Pictures::new)
    }

    fn new(picker: Picker) -> Option<Pictures> {
        let shows = matches!(picker.protocol_type(), ProtocolType::Kitty | ProtocolType::Sixel);
        shows.then(|| Pictures { picker, made: HashMap::new(), shown: HashSet::new() })
    }

    /// Forgets what was sent: the screen is drawn anew.
    pub(crate) fn forget(&mut self) {
        self.made.clear();
        self.shown.clear();
    }

    /// Puts the pictures of discs over their cells. Whether the whole screen has to be drawn anew,
    /// because a picture has to go that no character would replace.
    pub(crate) fn paint(&mut self, buffer: &mut Buffer, discs: &[(Rect, DiscLook)]) -> bool {
        for (area, look) in discs {
            let picker = &self.picker;
            let size = area.as_size();
            let made = self.made.entry((*look, size)).or_insert_with(|| {
                let font = picker.font_size();
                let (width, height) = (size.width * font.width, size.height * font.height);
                let image = picture(look, width.into(), height.into());
                // Without a picture the characters stay.
                picker.new_protocol(image.into(), size, Resize::Fit(None)).ok()
            });
            if let Some(made) = made {
                Image::new(made).render(*area, buffer);
            }
        }
        let now: HashSet<Rect> = discs.iter().map(|(area, _)| *area).collect();
        let gone = self.shown.difference(&now).next().is_some();
        self.shown = now;
        gone && self.picker.protocol_type() == ProtocolType::Sixel
    }
}

/// How much of the square's side the disc's diameter takes.
const DIAMETER: f32 = 0.9;
/// How many points of a pixel are looked at, in each direction.
const POINTS: u32 = 3;

/// A disc with a little light from above, its edge smooth, on its square.
fn picture(look: &DiscLook, width: u32, height: u32) -> RgbaImage {
    let (ground, face) = (rgb(look.ground), rgb(look.face));
    let radius = width.min(height) as f32 * DIAMETER / 2.0;
    let shows = f32::from(look.shows) / 100.0;
    let is_light = face[1] > 0.5;
    RgbaImage::from_fn(width, height, |x, y| {
        let mut sum = [0.0; 3];
        for point in 0..POINTS * POINTS {
            let offset = |part: u32| (part as f32 + 0.5) / POINTS as f32;
            let dx = (x as f32 + offset(point % POINTS) - width as f32 / 2.0) / shows / radius;
            let dy = (y as f32 + offset(point / POINTS) - height as f32 / 2.0) / radius;
            let away = (dx * dx + dy * dy).sqrt();
            let light = if is_light { -0.06 * dy } else { 0.05 * (1.0 - dy) };
            let color = match look.mark.map(rgb) {
                Some(mark) if away < 0.17 => mark,
                // The rim tells the colours apart where the face does not.
                _ if (0.93..=1.0).contains(&away) => face.map(|it| it * 0.75 + 0.09),
                _ if away <= 1.0 => face.map(|it| it + light),
                _ => ground,
            };
            sum = [0, 1, 2].map(|part| sum[part] + color[part]);
        }
        let mean = |part: usize| sum[part] / (POINTS * POINTS) as f32;
        let byte = |part: usize| (mean(part).clamp(0.0, 1.0) * 255.0).round() as u8;
        Rgba([byte(0), byte(1), byte(2), 255])
    })
}

/// A true colour in parts of one; pictures are made of nothing else.
fn rgb(color: Color) -> [f32; 3] {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue].map(|part| f32::from(part) / 255.0),
        _ => [0.0; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(shows: u8) -> DiscLook {
        let (face, ground) = (Color::from_u32(0xf4f1e8), Color::from_u32(0x227757));
        DiscLook { face, ground, mark: Some(Color::from_u32(0xf2b134)), shows }
    }

    fn pictures(protocol: ProtocolType) -> Pictures {
        let mut picker = Picker::halfblocks();
        picker.set_protocol_type(protocol);
        Pictures::new(picker).expect("it shows pictures")
    }

    #[test]
    fn a_picture_is_round_and_marked_and_stands_on_its_square() {
        let image = picture(&look(100), 70, 60);
        assert_eq!(image.get_pixel(0, 0).0, [0x22, 0x77, 0x57, 255]);
        assert_eq!(image.get_pixel(35, 30).0, [0xf2, 0xb1, 0x34, 255]);
        let white = |x, y| image.get_pixel(x, y).0[0] > 0xd0;
        assert!(white(35, 8) && white(35, 52) && white(15, 30) && white(55, 30));
        // Seen from the side it is a strip.
        let image = picture(&look(20), 70, 60);
        assert!(image.get_pixel(15, 30).0[0] < 0x40 && image.get_pixel(35, 10).0[0] > 0xa0);
    }

    #[test]
    fn a_picture_is_sent_once_however_often_it_is_shown() {
        let mut pictures = pictures(ProtocolType::Kitty);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
        let discs = [(Rect::new(1, 1, 7, 3), look(100)), (Rect::new(11, 1, 7, 3), look(100))];
        assert!(!pictures.paint(&mut buffer, &discs));
        let sent = |buffer: &Buffer| {
            buffer.content.iter().filter(|cell| cell.symbol().contains("\u{1b}_G")).count()
        };
        assert_eq!(sent(&buffer), 1);
        assert!(buffer[(11, 1)].symbol().contains('\u{10eeee}'));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
        pictures.paint(&mut buffer, &discs);
        assert_eq!(sent(&buffer), 0);
        pictures.forget();
        pictures.paint(&mut buffer, &discs);
        assert_eq!(sent(&buffer), 1, "after the screen was drawn anew");
    }

    #[test]
    fn a_sixel_that_goes_takes_the_screen_with_it() {
        let mut pictures = pictures(ProtocolType::Sixel);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
        let disc = (Rect::new(1, 1, 7, 3), look(100));
        assert!(!pictures.paint(&mut buffer, &[disc]));
        assert!(buffer[(1, 1)].symbol().contains("\u{1b}P"));
        assert!(pictures.paint(&mut buffer, &[]));
        assert!(!pictures.paint(&mut buffer, &[]));
    }
}
