import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'svg'> {
  size?: number;
}

/** An icon of one path, as the build makes them of lucide-react's; how it is drawn is said in the styles. */
export function iconOf(path: string) {
  return function Icon({ size = 24, className, ...rest }: Props) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        className={className === undefined ? 'lucide' : `lucide ${className}`}
        aria-hidden={rest.role === undefined && rest['aria-label'] === undefined ? 'true' : undefined}
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  };
}
