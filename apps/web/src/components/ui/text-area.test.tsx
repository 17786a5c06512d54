import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { textOf, useSubmit } from '../../lib/form.ts';
import { Form } from './form.tsx';
import { ShortText, TextArea } from './text-area.tsx';

let sent: string[] = [];

function Note() {
  const submission = useSubmit(async (values) => void sent.push(textOf(values, 'note')));
  return (
    <Form submission={submission} failure="Not sent" action="Send" busy="Sending">
      <TextArea name="note" label="Note" maxLength={2000} error={submission.errorOf('note')} />
      <ShortText name="title" label="Title" maxLength={120} error={submission.errorOf('title')} />
    </Form>
  );
}

const sentence = 'Please use at most 2000 characters.';

test('what is pasted stays whole, is said to be too long, and is sent once it is short enough', async () => {
  sent = [];
  await show(<Note />);
  const note = page.getByLabelText('Note');
  await note.fill('x'.repeat(6000));
  await expect.element(note).toHaveValue('x'.repeat(6000));
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByText('6,000/2,000')).toBeVisible();
  await expect.element(note).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(note).toHaveFocus();
  expect(sent).toEqual([]);
  await note.fill('x'.repeat(2000));
  await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => sent).toEqual(['x'.repeat(2000)]);
});

test('how much is written shows shortly before the end', async () => {
  await show(<Note />);
  const title = page.getByLabelText('Title');
  await title.fill('x'.repeat(107));
  expect(page.getByText('/120').elements()).toEqual([]);
  await title.click();
  await userEvent.keyboard('y');
  await expect.element(page.getByText('108/120')).toBeVisible();
});
