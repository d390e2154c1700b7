package encode

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"

	"grognard/render/internal/style"
)

// GIFHead returns the beginning of an animated GIF that repeats for ever and whose frames share a palette.
// This package encodes each frame by itself: image/gif wants all frames of a film at once, which are
// hundreds of megabytes, and does not encode them in parallel.
func GIFHead(size image.Point, p color.Palette) []byte {
	out := append([]byte(nil), "GIF89a"...)
	out = binary.LittleEndian.AppendUint16(out, uint16(size.X))
	out = binary.LittleEndian.AppendUint16(out, uint16(size.Y))
	out = append(out, 0xf7, 0, 0) // a table of 256 colours for all frames
	table := paletteBytes(p)
	out = append(out, table...)
	out = append(out, make([]byte, 3*256-len(table))...)
	return append(out, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...)
}

// GIFTail ends an animated GIF.
const GIFTail = "\x3b"

// GIFFrame encodes a frame that is drawn over the frames before it and stays for a delay in hundredths of
// a second. It may be a part of the picture. Palette entry 0 is transparent.
func GIFFrame(m *image.Paletted, delay int) ([]byte, error) {
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
	out = append(out, 0x21, 0xf9, 4, 1<<2|1) // stays when the next frame comes; has a transparent entry
	out = binary.LittleEndian.AppendUint16(out, uint16(delay))
	out = append(out, style.Clear, 0, 0x2c) // transparent entry, end of the block, begin of an image
	for _, n := range []int{m.Rect.Min.X, m.Rect.Min.Y, m.Rect.Dx(), m.Rect.Dy()} {
		out = binary.LittleEndian.AppendUint16(out, uint16(n))
	}
	out = append(out, 0, 8) // no colours of its own; LZW codes of 8 bits
	for packed.Len() > 0 {
		block := packed.Next(255)
		out = append(append(out, byte(len(block))), block...)
	}
	return append(out, 0), nil
}

// Changed makes the pixels of pic transparent that are the same in last, the picture before. It returns the part of
// pic where the two differ: at least one pixel, since a frame must have one.
func Changed(pic, last *image.Paletted) *image.Paletted {
	var box image.Rectangle
	for y := range pic.Rect.Dy() {
		row, old := pic.Pix[y*pic.Stride:][:pic.Rect.Dx()], last.Pix[y*last.Stride:][:pic.Rect.Dx()]
		if bytes.Equal(row, old) {
			clear(row)
			continue
		}
		from, to := len(row), 0
		for x, c := range row {
			if c == old[x] {
				row[x] = style.Clear
				continue
			}
			from, to = min(from, x), x+1
		}
		box = box.Union(image.Rect(from, y, to, y+1))
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	return pic.SubImage(box).(*image.Paletted)
}
