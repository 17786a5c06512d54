import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/calls/call.ts';
import type { useDraft } from '../../lib/kept/drafts.ts';

/** What is written of an article. */
export interface BlogText {
  title: string;
  content: string;
  /** Of an article that is there: the version that was read when the writing began. */
  version?: string;
}

export type BlogDraft = ReturnType<typeof useDraft<BlogText>>;

/**
 * An article while it is written: it begins with the draft where there is one, else with `start`; each change is kept as
 * the draft, until `send` has sent it, which returns what is another one since.
 */
export function useWriting(start: BlogText, draft: BlogDraft, send: (text: BlogText) => Promise<Partial<BlogText>>) {
  const [text, setText] = useState<BlogText>({ ...start, ...draft.found?.content });
  const [restored, setRestored] = useState(draft.found !== null && draft.found !== undefined);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<CallError>();
  const form = useRef<HTMLFormElement>(null);
  const blank = text.title.trim() === '' || text.content.trim() === '';

  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);

  async function submit(sent: BlogText) {
    setSaving(true);
    setProblem(undefined);
    try {
      const since = await send(sent);
      setText((now) => ({ ...now, ...since }));
      setRestored(false);
      draft.drop();
    } catch (error) {
      if (!(error instanceof CallError)) console.error(error);
      setProblem(error instanceof CallError ? error : new CallError(0, { code: 'fault', message: '', errors: [] }));
    }
    setSaving(false);
  }

  function change(part: Partial<BlogText>): BlogText {
    const now = { ...text, ...part };
    setText(now);
    draft.save(now.title === '' && now.content === '' ? undefined : now);
    return now;
  }

  return {
    text,
    restored,
    saving,
    blank,
    problem,
    closeProblem: () => setProblem(undefined),
    errorOf: (field: string) => problem?.errors.find((error) => error.field === field)?.message,
    change,
    /** Changes it and sends it at once. */
    send: (part: Partial<BlogText>) => void submit(change(part)),
    /** Starts again with an empty article. */
    reset() {
      setText(start);
      setRestored(false);
      setProblem(undefined);
      draft.drop();
    },
    form: {
      ref: form,
      method: 'post',
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        if (!blank && !saving) void submit(text);
      },
    } as const,
  };
}

export type Writing = ReturnType<typeof useWriting>;
