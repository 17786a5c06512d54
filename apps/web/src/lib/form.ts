import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CallError } from './calls/call.ts';
import { byField, type FieldErrors, without } from './field-errors.ts';
import { useInBrowser } from './in-browser.ts';

const none: FieldErrors = new Map();

/** A form and how far its sending is. */
export interface Submission {
  /** For the form element. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    method: 'post';
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** Whether it can be sent at all: not before the script of the page is there. */
  ready: boolean;
  /** While it is being sent, and after it was: what comes then replaces the form. */
  running: boolean;
  /** Why sending failed. */
  problem: CallError | undefined;
  errorOf: (name: string) => string | undefined;
}

/**
 * Sends a form once at a time by `send`, which throws a CallError where it fails, and answers false where it sent nothing: then the form
 * is as before. The inputs are not controlled, so what was typed stays whatever happens. Wrong fields are found by their own attributes, by `check`, or by the server;
 * the first of them gets the focus.
 */
export function useSubmit(
  send: (values: FormData) => Promise<void | false>,
  check: (values: FormData) => FieldErrors = () => none,
): Submission {
  const wrongInput = useWrongInput();
  const ready = useInBrowser();
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<CallError>();
  const [errors, setErrors] = useState(none);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if ((refusals === 0 && !running) || form.current === null) return;
    const wrong = form.current.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input');
    if (wrong !== null) wrong.focus();
    // What was pressed is gone, as “Try again” is while it sends.
    else if (document.activeElement === document.body)
      form.current.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [refusals, running]);

  function refuse(wrong: FieldErrors, why?: CallError) {
    setProblem(why);
    setErrors(wrong);
    setRefusals((count) => count + 1);
  }

  async function submit(element: HTMLFormElement) {
    const values = new FormData(element);
    const wrong = new Map([...check(values), ...inputsOf(element).flatMap(wrongInput)]);
    if (wrong.size > 0) return refuse(wrong);
    busy.current = true;
    setRunning(true);
    setProblem(undefined);
    setErrors(none);
    const again = () => {
      busy.current = false;
      setRunning(false);
    };
    try {
      if ((await send(values)) === false) again();
      else delete element.dataset.filled;
    } catch (error) {
      again();
      const why = asCallError(error);
      refuse(byField(why.errors), why);
    }
  }

  return {
    form: {
      ref: form,
      // Were it ever sent without the script, what was typed must not stand in the address.
      method: 'post',
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (!busy.current) void submit(event.currentTarget);
      },
      onInput({ target, currentTarget }) {
        // Until it was sent, what stands around it is kept where the session ends (`personal-data.ts`).
        currentTarget.dataset.filled = '';
        const { name } = target as HTMLInputElement;
        setErrors((present) => without(present, name));
      },
    },
    ready,
    running,
    problem,
    errorOf: (name) => errors.get(name),
  };
}

/** The text of one field. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function inputsOf(form: HTMLFormElement) {
  return [...form.elements].filter((element): element is Input => 'validity' in element && 'name' in element);
}

function asCallError(error: unknown) {
  if (error instanceof CallError) return error;
  console.error(error);
  return new CallError(0, { code: 'fault', message: '', errors: [] });
}

/** What is wrong with an input by its own attributes, in the words that the server uses too. */
function useWrongInput() {
  const { t } = useLingui();
  return (input: Input): [name: string, sentence: string][] => {
    const { name, validity } = input;
    if (name === '' || validity.valid) return [];
    if (validity.valueMissing) return [[name, t`This is required.`]];
    if (validity.typeMismatch) return [[name, t`Please enter an email address like name@example.org.`]];
    if (input.type === 'date') return [[name, t`Please choose a day in the future.`]];
    if (input.type === 'time') return [[name, t`Please choose a time in steps of five minutes.`]];
    const { min = '', max = '', minLength = 0 } = input as Partial<HTMLInputElement>;
    if (validity.tooShort) return [[name, t`Please use at least ${minLength} characters.`]];
    return [[name, t`Please enter a whole number from ${min} to ${max}.`]];
  };
}
