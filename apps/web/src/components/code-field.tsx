import { Trans } from '@lingui/react/macro';
import { TextField } from './ui/field.tsx';

interface Props {
  error: string | undefined;
  /** While the app is set up there is no recovery code yet. */
  ofApp?: boolean;
}

/** A code of the authenticator app, or a recovery code. */
export function CodeField({ error, ofApp = false }: Props) {
  return (
    <TextField
      label={<Trans>Code</Trans>}
      hint={
        ofApp ? (
          <Trans>The six digits that the app shows.</Trans>
        ) : (
          <Trans>The six digits that your authenticator app shows, or one of your recovery codes.</Trans>
        )
      }
      name="code"
      autoComplete="one-time-code"
      inputMode={ofApp ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
      error={error}
    />
  );
}
