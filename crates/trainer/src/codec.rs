//! How the records of a data set are compressed.

use std::io::Read;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// A way to compress, which the version of a file's format decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    /// Format 1, which version 0.1.0 wrote: a Zstandard frame (RFC 8878). Its files are gone on
    /// with as they are.
    Zstandard,
    /// Format 2: deflate (RFC 1951).
    Deflate,
}

impl Codec {
    /// The codec of a format, if this program knows it.
    pub(crate) fn of_format(version: u32) -> Option<Codec> {
        match version {
            1 => Some(Codec::Zstandard),
            2 => Some(Codec::Deflate),
            _ => None,
        }
    }

    /// No bytes take more than this when they are compressed.
    pub(crate) fn bound(length: usize) -> usize {
        length + length / 8 + 64
    }

    /// Compressed bytes.
    pub(crate) fn compress(self, raw: &[u8]) -> Vec<u8> {
        match self {
            Codec::Zstandard => compress_to_vec(raw, CompressionLevel::Fastest),
            Codec::Deflate => {
                let mut compressed = Vec::with_capacity(Codec::bound(raw.len()));
                let status = Compress::new(Compression::default(), false)
                    .compress_vec(raw, &mut compressed, FlushCompress::Finish)
                    .expect("compressing from memory to memory does not fail");
                assert_eq!(status, Status::StreamEnd, "there is room for everything");
                compressed
            }
        }
    }

    /// What was compressed, if it is as long as it has to be.
    pub(crate) fn decompress(self, compressed: &[u8], length: usize) -> Option<Vec<u8>> {
        match self {
            Codec::Zstandard => {
                let mut raw = Vec::with_capacity(length);
                let decoder = StreamingDecoder::new(compressed).ok()?;
                decoder.take(length as u64 + 1).read_to_end(&mut raw).ok()?;
                (raw.len() == length).then_some(raw)
            }
            Codec::Deflate => {
                let mut raw = vec![0; length];
                let mut inflater = Decompress::new(false);
                let status =
                    inflater.decompress(compressed, &mut raw, FlushDecompress::Finish).ok()?;
                let all_read = inflater.total_in() == compressed.len() as u64;
                let all_written = inflater.total_out() == length as u64;
                (status == Status::StreamEnd && all_read && all_written).then_some(raw)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn what_is_compressed_comes_back_and_nothing_else() {
        let mut random = Random::new(5, 0);
        for codec in [Codec::Zstandard, Codec::Deflate] {
            for length in [0, 1, 24, 1000, 70_000, 300_000] {
                // Runs of bytes, as records of one game have them, and noise.
                for alphabet in [2, 256] {
                    let raw: Vec<u8> = (0..length).map(|_| random.below(alphabet) as u8).collect();
                    let compressed = codec.compress(&raw);
                    assert!(compressed.len() <= Codec::bound(length), "{codec:?} {length}");
                    assert_eq!(codec.decompress(&compressed, length).as_ref(), Some(&raw));
                    assert_eq!(codec.decompress(&compressed, length + 1), None);
                    if length > 0 {
                        assert_eq!(codec.decompress(&compressed, length - 1), None);
                        let cut = &compressed[..compressed.len() - 1];
                        assert_eq!(codec.decompress(cut, length), None, "{codec:?} {length}");
                    }
                }
            }
        }
    }
}
