interface Props {
  /** What it is of. */
  label: string;
  /** How much is done, from 0 to 1; undefined where nobody can know. */
  part: number | undefined;
}

/** How far something is that takes its time. The words for it stand beside it. */
export function ProgressBar({ label, part }: Props) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={part === undefined ? undefined : Math.round(part * 100)}
      className="h-2 w-full overflow-hidden rounded-full bg-raised indeterminate:animate-pulse indeterminate:bg-primary [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised indeterminate:[&::-webkit-progress-bar]:bg-primary [&::-webkit-progress-value]:bg-primary"
    />
  );
}
