//! Memory for tables, and hints to the processor and to the system.

use bytemuck::Zeroable;

/// Begins to load a value that will be read soon.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code)]
    // SAFETY: a hint that reads nothing; the address is valid besides.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// The bytes in so many megabytes: at least one, and few enough to count with.
pub(crate) fn bytes_in(megabytes: usize) -> usize {
    megabytes.clamp(1, usize::MAX >> 24) << 20
}

/// Memory of zeros for a table of so many elements, or as much of it as the system has. It costs
/// nothing until it is touched.
pub(crate) fn table_memory<T: Zeroable>(mut length: usize) -> Box<[T]> {
    let memory = loop {
        match bytemuck::allocation::try_zeroed_slice_box(length) {
            Ok(memory) => break memory,
            Err(()) => length /= 2,
        }
    };
    prefer_large_pages(&memory);
    memory
}

/// Asks for large pages for memory that is used at random: fewer of them have to be handed out,
/// and the processor finds them faster. A system without them goes on as before.
fn prefer_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let unaligned = memory.as_ptr().addr() % page;
        let skipped = if unaligned == 0 { 0 } else { page - unaligned };
        let length = size_of_val(memory).saturating_sub(skipped) / page * page;
        let start = memory.as_ptr().wrapping_byte_add(skipped);
        #[expect(unsafe_code)]
        // SAFETY: whole pages within the slice; the advice changes neither contents nor access.
        let _refused = unsafe { madvise(start.cast_mut().cast(), length, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
