import type { PushDevice } from '@carecommons/contract/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, MonitorSmartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { deviceName } from '../../lib/texts/device-name.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { devicesQuery, renewDevices } from './api.ts';
import { useDone } from './done.ts';
import { type BrowserState, isRefused, subscribe, unsubscribe, useThisBrowser } from './this-browser.ts';

/** On which devices pushes ring, and whether on this one. */
export function Devices() {
  const { t } = useLingui();
  const id = useId();
  const { heading, message, done } = useDone();
  const api = useApi();
  const queries = useQueryClient();
  const { data: devices, error, refetch } = useQuery(devicesQuery(api));
  const [browser, readAgain] = useThisBrowser();
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState<'server' | 'push service'>();

  /** `work` returns the message that it is done, where the button that was pressed disappears with it. */
  async function change(work: () => Promise<string | undefined>) {
    setWorking(true);
    setFailed(undefined);
    const words = await work().catch((caught: unknown) => {
      setFailed(caught instanceof CallError ? 'server' : 'push service');
      return undefined;
    });
    await renewDevices(queries);
    await readAgain();
    setWorking(false);
    if (words !== undefined) done(words);
  }
  const add = () =>
    change(async () => {
      if (await subscribe(api)) return t`This device gets notifications from now on.`;
      return isRefused() ? t`Push notifications stay off on this device.` : undefined;
    });
  const remove = (device: PushDevice) =>
    change(async () => {
      await api.call('DELETE /api/push-devices/:device_id/', { params: { device_id: device.id } });
      if (isThis(browser, device)) await unsubscribe();
      return t`The device gets no notifications any more.`;
    });
  const here = devices?.some((device) => isThis(browser, device)) ?? false;
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
          <Trans>Devices that ring</Trans>
        </h2>
        {error !== null && (
          <LoadFailure
            title={<Trans>Your devices could not be loaded.</Trans>}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {devices === undefined || browser === undefined ? (
          error === null && <Skeleton className="h-20" />
        ) : (
          <>
            {devices.length > 0 && (
              <ul className="divide-y divide-line border-y border-line">
                {devices.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    isThis={isThis(browser, device)}
                    working={working}
                    onRemove={() => void remove(device)}
                  />
                ))}
              </ul>
            )}
            {!here && <ThisDevice browser={browser} working={working} onAsk={() => void add()} />}
          </>
        )}
        {failed !== undefined && (
          <Notice kind="danger">
            {failed === 'server' ? (
              <Trans>That was not saved. Please try again.</Trans>
            ) : (
              <Trans>That did not work: your browser could not reach its push service. Please try again later.</Trans>
            )}
          </Notice>
        )}
        <p role="status" className="sr-only">
          {message}
        </p>
      </Card>
    </section>
  );
}

const isThis = (browser: BrowserState | undefined, { endpoint }: PushDevice) =>
  browser?.is === 'on' && browser.at === endpoint;

interface RowProps {
  device: PushDevice;
  isThis: boolean;
  working: boolean;
  onRemove: () => void;
}

function DeviceRow({ device, isThis: current, working, onRemove }: RowProps) {
  const { t, i18n } = useLingui();
  const when = useWhen();
  const name = deviceName(i18n, device.device);
  const added = when.moment(new Date(device.added_at), ownZone());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {current && (
            <Badge variant="good" icon={MonitorSmartphone}>
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          <Trans>Since {added}</Trans>
        </p>
      </div>
      <Button
        variant="quiet"
        aria-disabled={working}
        aria-label={t`Stop push notifications on ${name}, since ${added}`}
        onClick={() => !working && onRemove()}
      >
        <Trans>Stop pushes</Trans>
      </Button>
    </li>
  );
}

interface ThisDeviceProps {
  browser: BrowserState;
  working: boolean;
  onAsk: () => void;
}

function ThisDevice({ browser, working, onAsk }: ThisDeviceProps) {
  if (browser.is === 'unable') {
    return (
      <p className="text-muted">
        <Trans>
          This browser cannot show push notifications. On an iPhone or iPad, add this site to the home screen first.
        </Trans>
      </p>
    );
  }
  if (browser.is === 'refused') {
    return (
      <Notice kind="info">
        <p className="font-semibold">
          <Trans>This browser is set not to show notifications from this site.</Trans>
        </p>
        <p>
          <Trans>
            To change that, open the settings of this site beside its address, allow notifications, and reload.
          </Trans>
        </p>
      </Notice>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted">
        <Trans>Push notifications also arrive when this site is not open. Logging out stops them on the device.</Trans>
      </p>
      <Button aria-disabled={working} onClick={() => !working && onAsk()}>
        <BellRing size={20} aria-hidden />
        <Trans>Get notifications on this device</Trans>
      </Button>
    </div>
  );
}
