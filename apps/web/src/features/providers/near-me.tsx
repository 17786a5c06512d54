import { Trans } from '@lingui/react/macro';
import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { useNavigate } from '../../lib/navigation.tsx';
import { directoryAddress, type Filters } from './filters.ts';

const nearKilometres = 100;
// A position of ten minutes ago names the same city.
const position = { maximumAge: 600_000, timeout: 15_000 };

/**
 * Adds the reader's city to the search, at a press alone. The position stays in the browser: it looks the city up by itself, and the
 * server gets its name.
 */
export function NearMe({ q, filters }: { q: string | undefined; filters: Filters }) {
  const navigate = useNavigate();
  const [state, setState] = useState<'asking' | 'denied' | 'far'>();

  async function search({ coords }: GeolocationPosition) {
    const { citiesNear } = await import('@carecommons/contract/cities');
    const [city] = citiesNear(coords, nearKilometres);
    setState(city === undefined ? 'far' : undefined);
    if (city === undefined) return;
    // As a part of the words, the next cities follow where nobody is in this one; as a filter they would not.
    const { place: _, ...others } = filters;
    navigate(
      q === undefined
        ? directoryAddress(q, { ...filters, place: city.name })
        : directoryAddress(`${q} ${city.name}`, others),
    );
  }

  function locate() {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      (found) => search(found).catch(() => setState('denied')),
      () => setState('denied'),
      position,
    );
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 noscript:hidden">
      <Button variant="quiet" disabled={state === 'asking'} onClick={locate}>
        <LocateFixed size={20} aria-hidden />
        <Trans>Near me</Trans>
      </Button>
      <p role="status" className="text-sm text-muted">
        {state === 'asking' && <Trans>Your browser is asked where you are. The position does not leave it.</Trans>}
        {state === 'denied' && <Trans>Your browser did not say where you are. Please type a city instead.</Trans>}
        {state === 'far' && <Trans>No large city that we know is near you. Please type a city instead.</Trans>}
      </p>
    </div>
  );
}
