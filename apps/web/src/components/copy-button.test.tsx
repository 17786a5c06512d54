import { expect, test, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { CopyButton } from './copy-button.tsx';

const button = (onSelect: () => void) => <CopyButton text="ABCDEFGH" label="Secret" onSelect={onSelect} />;

test('a text is copied as it is', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const onSelect = vi.fn<() => void>();
  const screen = await show(button(onSelect));
  await screen.getByRole('button', { name: 'Copy: Secret' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Copied.');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('ABCDEFGH');
  expect(onSelect).not.toHaveBeenCalled();
});

test('where the browser refuses, it is selected, and how to go on is said', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const onSelect = vi.fn<() => void>();
  const screen = await show(button(onSelect));
  await screen.getByRole('button', { name: 'Copy: Secret' }).click();
  await expect.element(screen.getByText(/^It is selected\. Copy it with your keyboard/)).toBeVisible();
  expect(onSelect).toHaveBeenCalledOnce();
});
