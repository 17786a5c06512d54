import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonVariant } from './ui/button.tsx';

interface Props {
  text: string;
  /** What is copied. */
  label: string;
  variant?: ButtonVariant;
  /** Selects the text where the browser does not let it be copied. */
  onSelect: () => void;
  /** What else can be done with the text. */
  beside?: ReactNode;
  copied?: ReactNode;
}

/** Copies a text; where that is not possible, it is selected for the person to copy. */
export function CopyButton({
  text,
  label,
  variant = 'quiet',
  onSelect,
  beside,
  copied = <Trans>Copied.</Trans>,
}: Props) {
  const { t } = useLingui();
  const [result, setResult] = useState<'copied' | 'selected'>();

  async function copy() {
    // There is no clipboard on a plain http address of the network, and a browser may refuse it.
    const done =
      'clipboard' in navigator &&
      (await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ));
    setResult(done ? 'copied' : 'selected');
    if (!done) onSelect();
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant={variant} onClick={() => void copy()} aria-label={t`Copy: ${label}`}>
          <Copy size={20} aria-hidden />
          <Trans>Copy</Trans>
        </Button>
        {beside}
      </div>
      <p role="status" className="text-sm text-muted">
        {result === 'copied' && copied}
        {result === 'selected' && (
          <Trans>It is selected. Copy it with your keyboard or the menu of your browser.</Trans>
        )}
      </p>
    </>
  );
}
