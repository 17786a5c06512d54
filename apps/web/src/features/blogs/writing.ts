import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/calls/call.ts';
import type { useDraft } from '../../lib/kept/drafts.ts';

/** What is written of an article. */
export interface BlogText {
  title: string;
  content: string;
}

export type BlogDraft = ReturnType<typeof useDraft<BlogText>>;

/**
 * An article while it is written: it begins with the draft where there is one, else with `start`; each change is kept as
 * the draft, until `send` has sent it.
 */
export function useWriting(start: BlogText, draft: BlogDraft, send: (text: BlogText) => Promise<void>) {
  const [text, setText] = useState<BlogText>(draft.found?.content ?? start);
  const [restored, setRestored] = useState(draft.found !== null && draft.found !== undefined);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<CallError>();
  const form = useRef<HTMLFormElement>(null);
  const blank = text.title.trim() === '' || text.content.trim() === '';

  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);

  async function submit() {
    setSaving(true);
    setProblem(undefined);
    try {
      await send(text);
      setRestored(false);
      draft.drop();
    } catch (error) {
      if (!(error instanceof CallError)) console.error(error);
      setProblem(error instanceof CallError ? error : new CallError(0, { code: 'fault', message: '', errors: [] }));
    }
    setSaving(false);
  }

  return {
    text,
    restored,
    saving,
    blank,
    problem,
    closeProblem: () => setProblem(undefined),
    errorOf: (field: string) => problem?.errors.find((error) => error.field === field)?.message,
    change(part: Partial<BlogText>) {
      const now = { ...text, ...part };
      setText(now);
      draft.keep(now.title === '' && now.content === '' ? undefined : now);
    },
    /** Begins anew. */
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
        if (!blank && !saving) void submit();
      },
    } as const,
  };
}

export type Writing = ReturnType<typeof useWriting>;
