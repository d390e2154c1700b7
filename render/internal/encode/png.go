// Package encode writes paletted pictures as PNG, and as the frames of an animated GIF.
//
//	e, err := encode.NewPNG() // one for the whole program
//	file, err := e.Encode(pic)
//
// Palettes have at most 256 opaque colours; in a GIF entry 0 is transparent.
package encode

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/flate"
)

// A picture is deflated in bands, several at a time. How many depends on its size
// alone: its bytes must be the same on any number of cores.
const (
	maxBands = 8
	bandSize = 1 << 18 // pixels for each further band
	level    = 4       // of deflate: the smallest files in at most half the time of image/png.BestSpeed
)

// PNG encodes paletted pictures: 8 bits, no filter, one IDAT chunk for each band and one for the checksum. Each band
// ends on a whole byte, so that the chunks together are one stream.
type PNG struct {
	deflaters chan *flate.Writer // the idle ones
	bands     sync.Pool          // of *[maxBands]band
}

// band has the deflated rows of a part of a picture.
type band struct {
	out  bytes.Buffer
	size int    // the bytes of its rows before deflation
	sum  uint32 // the Adler-32 of these bytes
	err  error
}

// NewPNG returns an encoder with one deflater for each core.
func NewPNG() (*PNG, error) {
	p := &PNG{deflaters: make(chan *flate.Writer, runtime.GOMAXPROCS(0))}
	for range cap(p.deflaters) {
		w, err := flate.NewWriter(nil, level)
		if err != nil {
			return nil, fmt.Errorf("render: deflate: %w", err)
		}
		p.deflaters <- w
	}
	return p, nil
}

// Encode makes a PNG file. The same pixels give the same bytes on any number of cores.
func (p *PNG) Encode(m *image.Paletted) ([]byte, error) {
	all, ok := p.bands.Get().(*[maxBands]band)
	if !ok {
		all = &[maxBands]band{}
	}
	defer p.bands.Put(all)
	high := m.Rect.Dy()
	bands := all[:min(maxBands, high, 1+m.Rect.Dx()*high/bandSize)]
	var wg sync.WaitGroup
	for i := range bands {
		wg.Go(func() { bands[i].err = p.deflate(&bands[i], m, high*i/len(bands), high*(i+1)/len(bands)) })
	}
	wg.Wait()
	for i := range bands {
		if err := bands[i].err; err != nil {
			return nil, fmt.Errorf("render: encode: %w", err)
		}
	}
	return assemble(m, bands), nil
}

// deflate deflates the rows y0 to y1-1 of m into b, each with a 0 in front: PNG's filter type "none".
func (p *PNG) deflate(b *band, m *image.Paletted, y0, y1 int) error {
	w := <-p.deflaters
	defer func() { p.deflaters <- w }()
	b.out.Reset()
	if y0 == 0 {
		b.out.Write([]byte{0x78, 0x01}) // zlib's header
	}
	w.Reset(&b.out)
	sum := adler32.New()
	rows := io.MultiWriter(sum, w)
	row := make([]byte, 1+m.Rect.Dx())
	for y := y0; y < y1; y++ {
		at := m.PixOffset(m.Rect.Min.X, m.Rect.Min.Y+y)
		copy(row[1:], m.Pix[at:])
		if _, err := rows.Write(row); err != nil {
			return err
		}
	}
	b.size, b.sum = (y1-y0)*(1+m.Rect.Dx()), sum.Sum32()
	if y1 == m.Rect.Dy() {
		return w.Close()
	}
	return w.Flush()
}

// assemble returns the PNG file with these deflated bands.
func assemble(m *image.Paletted, bands []band) []byte {
	size := 1 << 10 // room for everything but the bands
	sum := uint32(1)
	for i := range bands {
		size += bands[i].out.Len() + 12 // beside the data a chunk has its length, name and checksum
		sum = joinAdler(sum, bands[i].sum, bands[i].size)
	}
	out := append(make([]byte, 0, size), "\x89PNG\r\n\x1a\n"...)
	head := binary.BigEndian.AppendUint32(make([]byte, 0, 13), uint32(m.Rect.Dx()))
	head = binary.BigEndian.AppendUint32(head, uint32(m.Rect.Dy()))
	out = chunk(out, "IHDR", append(head, 8, 3, 0, 0, 0)) // bits, palette, deflate, filters, no interlace
	out = chunk(out, "PLTE", paletteBytes(m.Palette))
	for i := range bands {
		out = chunk(out, "IDAT", bands[i].out.Bytes())
	}
	out = chunk(out, "IDAT", binary.BigEndian.AppendUint32(nil, sum))
	return chunk(out, "IEND", nil)
}

// paletteBytes returns a palette as both formats store it: three bytes for each colour.
func paletteBytes(p color.Palette) []byte {
	out := make([]byte, 0, 3*256)
	for _, c := range p {
		r, g, b, _ := c.RGBA()
		out = append(out, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	return out
}

// chunk appends a chunk of a PNG file with its length and checksum.
func chunk(out []byte, name string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	start := len(out)
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start:]))
}

// joinAdler returns the Adler-32 of two texts one after the other, from the sum of each and the size of the second.
func joinAdler(a, b uint32, size int) uint32 {
	const mod = 65521
	low := (a&0xffff + b&0xffff + mod - 1) % mod // each low half began at 1; the joined one must count only one 1
	high := (uint64(a>>16) + uint64(b>>16) + uint64(size%mod)*uint64(a&0xffff+mod-1)) % mod
	return uint32(high)<<16 | low
}
