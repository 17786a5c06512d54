import { messageLength } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { inputClass } from '../../components/ui/field.tsx';
import { useCounted } from '../../components/ui/text-area.tsx';
import { useDraft } from '../../lib/kept/drafts.ts';
import { usePath } from '../../lib/navigation.tsx';
import { isSignedIn, useSignedIn } from '../../lib/session/session.ts';

interface Props {
  /** The name of the draft of what is being written. */
  draft: string;
  onSend: (content: string) => void;
  onTyping: () => void;
}

const typingEveryMs = 2500;

/** Where one writes; only there for the signed-in. */
export function Composer(props: Props) {
  const path = usePath();
  if (useSignedIn()) return <Input {...props} />;
  return (
    <ButtonLink to={`/login?next=${encodeURIComponent(path)}`} variant="quiet" wide>
      <Trans>Sign in to write</Trans>
    </ButtonLink>
  );
}

function Input({ draft: name, onSend, onTyping }: Props) {
  const { t } = useLingui();
  const id = useId();
  const draft = useDraft<string>(name);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? draft.found?.content ?? '';
  const { ref: input, isTooLong, counter } = useCounted<HTMLTextAreaElement>(messageLength, { value: text });
  const lastHint = useRef(-typingEveryMs);

  function send() {
    const content = text.trim();
    if (content === '' || isTooLong || !isSignedIn()) return;
    onSend(content);
    setTyped('');
    draft.drop();
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // On a phone the key makes a new line, and the button sends; while a word is composed, the key belongs to it.
    const plain = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!plain || !window.matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="sr-only">
        <Trans>Message</Trans>
      </label>
      <div className="grid min-w-0 grow">
        <textarea
          ref={input}
          id={id}
          dir="auto"
          rows={1}
          value={text}
          aria-invalid={isTooLong || undefined}
          placeholder={t`Write a message`}
          autoComplete="off"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            draft.save(event.target.value.trim() === '' ? undefined : event.target.value);
            const now = performance.now();
            if (event.target.value.trim() === '' || now - lastHint.current < typingEveryMs) return;
            lastHint.current = now;
            onTyping();
          }}
          className={`${inputClass} field-sizing-content max-h-36 resize-none`}
        />
        {counter}
      </div>
      <Button type="submit" className="shrink-0">
        <SendHorizontal size={20} className="rtl:rotate-180" aria-hidden />
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}
