package render

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"

	"grognard/render/internal/style"
)

// A GIF is written here a frame at a time: image/gif wants all the frames of a
// film at once, hundreds of megabytes, and encodes one after the other.

// gifHead begins a GIF that plays for ever, of frames in one palette.
func gifHead(size image.Point, p color.Palette) []byte {
	out := append([]byte(nil), "GIF89a"...)
	out = binary.LittleEndian.AppendUint16(out, uint16(size.X))
	out = binary.LittleEndian.AppendUint16(out, uint16(size.Y))
	out = append(out, 0xf7, 0, 0) // a table of 256 colours for all frames
	table := plate(p)
	out = append(out, table...)
	out = append(out, make([]byte, 3*256-len(table))...)
	return append(out, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...)
}

const gifTail = "\x3b"

// gifFrame is a part of a picture to be laid over what shows already, and to stay so
// long, in hundredths of a second. Entry 0 is clear.
func gifFrame(m *image.Paletted, delay int) ([]byte, error) {
	var packed bytes.Buffer
	w := lzw.NewWriter(&packed, lzw.LSB, 8)
	for y := range m.Rect.Dy() {
		if _, err := w.Write(m.Pix[y*m.Stride : y*m.Stride+m.Rect.Dx()]); err != nil {
			return nil, fmt.Errorf("render: encode: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("render: encode: %w", err)
	}
	out := make([]byte, 0, packed.Len()+packed.Len()/255+32)
	out = append(out, 0x21, 0xf9, 4, 1<<2|1) // to be left as it is; with a clear entry
	out = binary.LittleEndian.AppendUint16(out, uint16(delay))
	out = append(out, style.Clear, 0, 0x2c)
	for _, n := range []int{m.Rect.Min.X, m.Rect.Min.Y, m.Rect.Dx(), m.Rect.Dy()} {
		out = binary.LittleEndian.AppendUint16(out, uint16(n))
	}
	out = append(out, 0, 8)
	for packed.Len() > 0 {
		block := packed.Next(255)
		out = append(append(out, byte(len(block))), block...)
	}
	return append(out, 0), nil
}
