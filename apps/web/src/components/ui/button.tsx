import type { ComponentProps } from 'react';
import { Link } from '../../lib/navigation.tsx';

const looks = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  quiet: 'border border-control text-ink hover:bg-raised',
  plain: 'text-primary hover:bg-primary-soft',
  danger: 'border border-danger text-danger hover:bg-danger-soft',
} as const;

export type Look = keyof typeof looks;

/** What buttons and links that look like buttons have in common: at least 44 px to touch. */
export function buttonClass(look: Look = 'primary', wide = false): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold transition-colors ${looks[look]} ${wide ? 'w-full' : ''}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  wide?: boolean;
}

/** One that was pressed and waits, or cannot be pressed any more, is `aria-disabled`: unlike a `disabled` one it keeps the focus. */
export function Button({
  look,
  wide,
  className = '',
  type = 'button',
  disabled,
  'aria-disabled': waits,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${buttonClass(look, wide)} ${className}`}
      disabled={disabled}
      // Beside `disabled` it would say the same, or contradict it.
      aria-disabled={!disabled && waits ? true : undefined}
      {...rest}
    />
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: Look; wide?: boolean };

export function ButtonLink({ look, wide, className = '', ...rest }: ButtonLinkProps) {
  return <Link className={`${buttonClass(look, wide)} ${className}`} {...rest} />;
}
