import type { ComponentProps } from 'react';
import { Link } from '../../lib/navigation.tsx';

const variants = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  quiet: 'border border-control text-ink hover:bg-raised',
  plain: 'text-primary hover:bg-primary-soft',
  danger: 'border border-danger text-danger hover:bg-danger-soft',
} as const;

export type ButtonVariant = keyof typeof variants;

/** What buttons and links that look like buttons have in common: at least 44 px to touch. */
export function buttonClass(variant: ButtonVariant = 'primary', wide = false): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold transition-colors ${variants[variant]} ${wide ? 'w-full' : ''}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  wide?: boolean;
}

/** One that was pressed and waits, or cannot be pressed any more, is `aria-disabled`: unlike a `disabled` one it keeps the focus. */
export function Button({
  variant,
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
      className={`${buttonClass(variant, wide)} ${className}`}
      disabled={disabled}
      // Beside `disabled` it would say the same, or contradict it.
      aria-disabled={!disabled && waits ? true : undefined}
      {...rest}
    />
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; wide?: boolean };

export function ButtonLink({ variant, wide, className = '', ...rest }: ButtonLinkProps) {
  return <Link className={`${buttonClass(variant, wide)} ${className}`} {...rest} />;
}
