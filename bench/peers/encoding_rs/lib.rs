// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

//! encoding_rs behind a C interface, for bench/peers/encoding_rs.cc.
//!
//! Every function that converts takes the input in chunks of `chunk` bytes or
//! code units, in one piece if that is 0, and returns how many it has written.
//! Outputs have room for everything.

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
fn for_each_chunk<T: Copy>(
    input: &[T],
    chunk: usize,
    begins: impl Fn(T) -> bool,
    mut convert: impl FnMut(&[T], bool),
) {
    let mut rest = input;
    loop {
        let mut length = if chunk == 0 {
            rest.len()
        } else {
            chunk.min(rest.len())
        };
        if 1 < length && length < rest.len() && begins(rest[length - 1]) {
            length -= 1;
        }
        let (head, tail) = rest.split_at(length);
        rest = tail;
        convert(head, rest.is_empty());
        if rest.is_empty() {
            return;
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
        ) -> usize {
            let input = slice::from_raw_parts(input, length);
            let output = slice::from_raw_parts_mut(output, capacity);
            let mut decoder = encoding.new_decoder_with_bom_removal();
            let mut written = 0;
            for_each_chunk(
                input,
                chunk,
                |_| false,
                |bytes, last| {
                    let (result, read, more, _) =
                        decoder.$convert(bytes, &mut output[written..], last);
                    assert!(result == CoderResult::InputEmpty && read == bytes.len());
                    written += more;
                },
            );
            written
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
) -> usize {
    let input = slice::from_raw_parts(input, length);
    let output = slice::from_raw_parts_mut(output, capacity);
    let mut encoder = encoding.new_encoder();
    let mut written = 0;
    // An Encoder doesn't remember the half of a surrogate pair.
    let begins_pair = |unit| (0xD800..0xDC00).contains(&unit);
    for_each_chunk(input, chunk, begins_pair, |units, last| {
        let (result, read, more, _) =
            encoder.encode_from_utf16(units, &mut output[written..], last);
        assert!(result == CoderResult::InputEmpty && read == units.len());
        written += more;
    });
    written
}

/// Of bytes of which it isn't known that they are well-formed, as they must be.
#[no_mangle]
pub unsafe extern "C" fn peer_encode_from_utf8(
    encoding: &'static Encoding,
    input: *const u8,
    length: usize,
    output: *mut u8,
    capacity: usize,
) -> usize {
    let input = slice::from_raw_parts(input, length);
    let output = slice::from_raw_parts_mut(output, capacity);
    assert!(Encoding::utf8_valid_up_to(input) == length);
    let text = std::str::from_utf8_unchecked(input);
    let (result, read, written, _) = encoding
        .new_encoder()
        .encode_from_utf8(text, output, true);
    assert!(result == CoderResult::InputEmpty && read == length);
    written
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
