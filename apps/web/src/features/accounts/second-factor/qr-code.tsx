import { encode } from 'uqr';

/** A text as a QR code: dark on light also on a dark page, for cameras want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="mt-2 size-52 overflow-hidden rounded-control"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} shapeRendering="crispEdges" fill="black" />
    </svg>
  );
}
