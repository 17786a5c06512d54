/** A colour as red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Reads `rgb(12, 34, 56)`, as a browser computes a colour that lets nothing through. */
export function colourOf(computed: string): Colour {
  const [red = 0, green = 0, blue = 0] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** How much two colours differ for the eye, from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
