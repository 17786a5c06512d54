import { join } from 'node:path';
import type { Plugin } from 'vite';

type Attributes = Record<string, string>;
interface Icon {
  node: [tag: string, attributes: Attributes][];
}

const component = join(import.meta.dirname, 'src/components/ui/icon.tsx');

/**
 * Makes each icon of lucide-react one path with its own component: without the keys and names of its parts, and without what
 * the library can do besides. In development icons stay as they come.
 */
export function onePathIcons(): Plugin {
  return {
    name: 'one-path-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      async handler(_code, id) {
        const { __iconData: icon } = (await import(id)) as { __iconData?: Icon };
        // Another name for one of the others.
        if (icon === undefined) return undefined;
        const code = `import { iconOf } from ${JSON.stringify(component)};\nexport default /* @__PURE__ */ iconOf(${JSON.stringify(pathOf(icon, id))});\n`;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

/** All of an icon as one path; throws where a part of it is drawn in another way than the others. */
export function pathOf({ node }: Icon, id = ''): string {
  return node.map(([tag, attributes]) => partOf(tag, attributes, id)).join('');
}

function partOf(tag: string, attributes: Attributes, id: string) {
  const { d, cx, cy, r, rx, ry, x, y, x1, y1, x2, y2, width, height, points, key: _, ...others } = attributes;
  // A dot that is filled is within its own line.
  if (others.fill === 'currentColor' && Number(r) <= 1) delete others.fill;
  if (Object.keys(others).length > 0) throw new Error(`${id} has a <${tag}> with ${Object.keys(others).join()}.`);
  if (tag === 'path') return absolute(d ?? '');
  if (tag === 'line') return `M${x1} ${y1}L${x2} ${y2}`;
  if (tag === 'polyline') return `M${points}`;
  if (tag === 'polygon') return `M${points}z`;
  if (tag === 'circle') return oval(Number(cx), Number(cy), Number(r), Number(r));
  if (tag === 'ellipse') return oval(Number(cx), Number(cy), Number(rx), Number(ry));
  if (tag === 'rect') return box(Number(x ?? 0), Number(y ?? 0), Number(width), Number(height), Number(rx ?? ry ?? 0));
  throw new Error(`${id} has a <${tag}>.`);
}

/** A path begins where it says, whatever stands before it: `m5 8 6 6` goes on by steps, and `M5 8 6 6` would not. */
function absolute(d: string) {
  return d.replace(
    /^m\s*(-?[\d.]+)[\s,]*(-?\.?\d[\d.]*)\s*(?=([-.\d])?)/,
    (_, x: string, y: string, next: string | undefined) => `M${x} ${y}${next === undefined ? '' : 'l'}`,
  );
}

function oval(cx: number, cy: number, rx: number, ry: number) {
  const half = (by: number) => `a${rx} ${ry} 0 0 1 ${short(by)} 0`;
  return `M${short(cx - rx)} ${cy}${half(2 * rx)}${half(-2 * rx)}z`;
}

function box(x: number, y: number, width: number, height: number, r: number) {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [w, h] = [short(width - 2 * r), short(height - 2 * r)];
  return `M${short(x + r)} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
}

/** Without what is left over by counting in binary. */
const short = (value: number) => Number(value.toFixed(3));
