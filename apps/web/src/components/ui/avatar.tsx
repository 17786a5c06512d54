// Tints that both themes and the dark letters on them can stand (all at least 4.5:1).
const tints = [
  'bg-[#bfe3da]',
  'bg-[#f6d7ad]',
  'bg-[#cfdcf5]',
  'bg-[#ecd0e0]',
  'bg-[#d9e6b8]',
  'bg-[#f3cdc4]',
  'bg-[#d3d0f0]',
];

const titles = /^(dr|prof|mr|mrs|ms)\.?\s+/i;

interface Props {
  name: string;
  /** The address of a photo. */
  photo?: string | null;
  /** What the photo is, where the name does not stand beside it. */
  alt?: string;
  large?: boolean;
}

/** A person's photo, or the initials on a colour that always goes with the name. The name itself stands beside it as a rule. */
export function Avatar({ name, photo = null, alt = '', large = false }: Props) {
  const size = large ? 'size-20 text-xl' : 'size-12 text-base';
  if (photo !== null) {
    const side = large ? 80 : 48;
    return (
      <img
        src={photo}
        alt={alt}
        width={side}
        height={side}
        loading={large ? 'eager' : 'lazy'}
        className={`shrink-0 rounded-full bg-raised object-cover ${size}`}
      />
    );
  }
  const words = name.replace(titles, '').split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
  const tint = tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length];
  return (
    <span
      aria-hidden
      className={`inline-flex shrink-0 items-center justify-center rounded-full font-bold text-[#14231f] uppercase ${tint} ${size}`}
    >
      {initials}
    </span>
  );
}
