import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { TextArea } from '../../../components/ui/text-area.tsx';
import { ChoiceChip } from '../booking/choice-chip.tsx';

const reasonLength = 500;

interface Props {
  /** Usual reasons: the word on the chip, and the sentence that it fills in. */
  quick: readonly (readonly [word: string, sentence: string])[];
  /** Who reads it. */
  hint: ReactNode;
  required: boolean;
  error: string | undefined;
}

/** Why something is done: a usual reason at a press, or in own words. */
export function ReasonField({ quick, hint, required, error }: Props) {
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-semibold">
        <Trans>Why?</Trans>{' '}
        {!required && (
          <span className="font-normal text-muted">
            <Trans>(optional)</Trans>
          </span>
        )}
      </legend>
      <div className="flex flex-wrap gap-2">
        {quick.map(([word, sentence]) => (
          <ChoiceChip
            key={sentence}
            name={id}
            value={sentence}
            checked={reason === sentence}
            onChange={() => setReason(sentence)}
          >
            {word}
          </ChoiceChip>
        ))}
      </div>
      <TextArea
        name="reason"
        label={<Trans>In your own words</Trans>}
        hint={hint}
        rows={3}
        required={required}
        maxLength={reasonLength}
        value={reason}
        // Blanks are no reason.
        onChange={({ target }) => setReason(target.value.trim() === '' ? '' : target.value)}
        error={quick.some(([, sentence]) => sentence === reason) ? undefined : error}
      />
    </fieldset>
  );
}
