import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { NearMe } from './near-me.tsx';

afterEach(() => vi.restoreAllMocks());

/** Lets the browser say where it is, or refuse to. */
function locate(found: { latitude: number; longitude: number } | 'refused') {
  return vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((succeed, failed) => {
    if (found === 'refused') failed?.({ code: 1 } as GeolocationPositionError);
    else succeed({ coords: found } as GeolocationPosition);
  });
}

test('the position is asked for at a press alone, and only the name of the city goes into the address', async () => {
  const asked = locate({ latitude: 18.6, longitude: 73.8 });
  const screen = await show(<NearMe q={undefined} filters={{ language: 'Hindi' }} />, {
    at: '/providers?language=Hindi',
  });
  expect(asked).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Near me' }).click();
  await expect.poll(() => window.location.search).toBe('?language=Hindi&place=Pune');
});

test('with words the city joins them, in place of one that was a filter', async () => {
  locate({ latitude: 18.6, longitude: 73.8 });
  const screen = await show(<NearMe q="dentist near me" filters={{ place: 'Patna' }} />, { at: '/providers' });
  await screen.getByRole('button', { name: 'Near me' }).click();
  await expect.poll(() => window.location.search).toBe('?q=dentist+near+me+Pune');
});

test.each([
  ['refused' as const, /did not say where you are/],
  [{ latitude: -40, longitude: -120 }, /No large city/],
])('where there is no city (%s), it says what to do instead', async (found, message) => {
  locate(found);
  const screen = await show(<NearMe q="dentist" filters={{}} />, { at: '/providers?q=dentist' });
  await screen.getByRole('button', { name: 'Near me' }).click();
  await expect.element(screen.getByText(message)).toBeVisible();
  expect(window.location.search).toBe('?q=dentist');
});
