// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

//! encoding_rs behind a C interface, for bench/peers/encoding_rs.cc.
//!
//! Every function that converts returns how many bytes or code units it has
//! written, to an output that has room for everything. A call of the library gets
//! at most `chunk` of the input and writes at most `room`; 0 is all of them.

use encoding_rs::mem;
use encoding_rs::{CoderResult, Encoding};
use std::os::raw::c_char;
use std::slice;

/// The versions of the library and of the compiler, given by ./build.
#[no_mangle]
pub extern "C" fn peer_version() -> *const c_char {
    concat!(env!("PEER_VERSION"), "\0").as_ptr().cast()
}

/// Null if there is none with this label.
#[no_mangle]
pub unsafe extern "C" fn peer_encoding(
    label: *const u8,
    length: usize,
) -> Option<&'static Encoding> {
    Encoding::for_label(slice::from_raw_parts(label, length))
}

/// Calls `convert` for each chunk, with whether it's the last; once if there
/// is no input. An item at its end that `begins` something is left for the next.
/// Again for the rest of a chunk, and for the next bytes of the output, while
/// there is more than it has `room` for. Returns how many were written.
fn for_each_chunk<T: Copy, U>(
    input: &[T],
    chunk: usize,
    output: &mut [U],
    room: usize,
    begins: impl Fn(T) -> bool,
    mut convert: impl FnMut(&[T], &mut [U], bool) -> (CoderResult, usize, usize),
) -> usize {
    let mut rest = input;
    let mut written = 0;
    loop {
        let mut length = if chunk == 0 {
            rest.len()
        } else {
            chunk.min(rest.len())
        };
        if 1 < length && length < rest.len() && begins(rest[length - 1]) {
            length -= 1;
        }
        let (mut head, tail) = rest.split_at(length);
        rest = tail;
        loop {
            let end = if room == 0 {
                output.len()
            } else {
                output.len().min(written + room)
            };
            let (result, read, more) =
                convert(head, &mut output[written..end], rest.is_empty());
            head = &head[read..];
            written += more;
            if result == CoderResult::InputEmpty {
                assert!(head.is_empty());
                break;
            }
            assert!(room != 0 && more != 0);
        }
        if rest.is_empty() {
            return written;
        }
    }
}

macro_rules! decode {
    ($name:ident, $unit:ty, $convert:ident) => {
        #[no_mangle]
        pub unsafe extern "C" fn $name(
            encoding: &'static Encoding,
            input: *const u8,
            length: usize,
            chunk: usize,
            output: *mut $unit,
            capacity: usize,
            room: usize,
        ) -> usize {
            let input = slice::from_raw_parts(input, length);
            let output = slice::from_raw_parts_mut(output, capacity);
            let mut decoder = encoding.new_decoder_with_bom_removal();
            for_each_chunk(
                input,
                chunk,
                output,
                room,
                |_| false,
                |bytes, target, last| {
                    let (result, read, written, _) = decoder.$convert(bytes, target, last);
                    (result, read, written)
                },
            )
        }
    };
}

decode!(peer_decode, u16, decode_to_utf16);
decode!(peer_decode_to_utf8, u8, decode_to_utf8);

/// This and those that follow are for whole texts, to memory of their own, which
/// is copied to the output.
unsafe fn copy_of<T: Copy>(result: Vec<T>, output: *mut T, capacity: usize) -> usize {
    slice::from_raw_parts_mut(output, capacity)[..result.len()].copy_from_slice(&result);
    result.len()
}

#[no_mangle]
pub unsafe extern "C" fn peer_decode_to_string(
    encoding: &'static Encoding,
    input: *const u8,
    length: usize,
    output: *mut u8,
    capacity: usize,
) -> usize {
    let (text, _) = encoding.decode_with_bom_removal(slice::from_raw_parts(input, length));
    copy_of(text.into_owned().into_bytes(), output, capacity)
}

/// There is no such function, but one for how much room suffices.
#[no_mangle]
pub unsafe extern "C" fn peer_decode_to_units(
    encoding: &'static Encoding,
    input: *const u8,
    length: usize,
    output: *mut u16,
    capacity: usize,
) -> usize {
    let mut decoder = encoding.new_decoder_with_bom_removal();
    let mut units = vec![0; decoder.max_utf16_buffer_length(length).unwrap()];
    let input = slice::from_raw_parts(input, length);
    let (result, _, written, _) = decoder.decode_to_utf16(input, &mut units, true);
    assert!(result == CoderResult::InputEmpty);
    units.truncate(written);
    copy_of(units, output, capacity)
}

#[no_mangle]
pub unsafe extern "C" fn peer_encode_string(
    encoding: &'static Encoding,
    input: *const u8,
    length: usize,
    output: *mut u8,
    capacity: usize,
) -> usize {
    let input = slice::from_raw_parts(input, length);
    assert!(Encoding::utf8_valid_up_to(input) == length);
    let (bytes, _, _) = encoding.encode(std::str::from_utf8_unchecked(input));
    copy_of(bytes.into_owned(), output, capacity)
}

#[no_mangle]
pub unsafe extern "C" fn peer_utf8_valid_up_to(input: *const u8, length: usize) -> usize {
    Encoding::utf8_valid_up_to(slice::from_raw_parts(input, length))
}

#[no_mangle]
pub unsafe extern "C" fn peer_encode(
    encoding: &'static Encoding,
    input: *const u16,
    length: usize,
    chunk: usize,
    output: *mut u8,
    capacity: usize,
    room: usize,
) -> usize {
    let input = slice::from_raw_parts(input, length);
    let output = slice::from_raw_parts_mut(output, capacity);
    let mut encoder = encoding.new_encoder();
    // An Encoder doesn't remember the half of a surrogate pair.
    let begins_pair = |unit| (0xD800..0xDC00).contains(&unit);
    for_each_chunk(input, chunk, output, room, begins_pair, |units, target, last| {
        let (result, read, written, _) = encoder.encode_from_utf16(units, target, last);
        (result, read, written)
    })
}

/// Of bytes of which it isn't known that they are well-formed, as they must be.
#[no_mangle]
pub unsafe extern "C" fn peer_encode_from_utf8(
    encoding: &'static Encoding,
    input: *const u8,
    length: usize,
    output: *mut u8,
    capacity: usize,
    room: usize,
) -> usize {
    let input = slice::from_raw_parts(input, length);
    let output = slice::from_raw_parts_mut(output, capacity);
    assert!(Encoding::utf8_valid_up_to(input) == length);
    let mut encoder = encoding.new_encoder();
    for_each_chunk(input, 0, output, room, |_| false, |bytes, target, last| {
        let text = std::str::from_utf8_unchecked(bytes);
        let (result, read, written, _) = encoder.encode_from_utf8(text, target, last);
        (result, read, written)
    })
}

/// Only for UTF-8 that is known to be Latin-1.
#[no_mangle]
pub unsafe extern "C" fn peer_utf8_to_latin1(
    input: *const u8,
    length: usize,
    output: *mut u8,
    capacity: usize,
) -> usize {
    mem::convert_utf8_to_latin1_lossy(
        slice::from_raw_parts(input, length),
        slice::from_raw_parts_mut(output, capacity),
    )
}

#[no_mangle]
pub unsafe extern "C" fn peer_latin1_to_utf8(
    input: *const u8,
    length: usize,
    output: *mut u8,
    capacity: usize,
) -> usize {
    mem::convert_latin1_to_utf8(
        slice::from_raw_parts(input, length),
        slice::from_raw_parts_mut(output, capacity),
    )
}
