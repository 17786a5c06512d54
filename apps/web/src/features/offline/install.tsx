import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../components/ui/button.tsx';

/** At the foot of every page, where the browser can do it: the way to have the site as an app. Nothing ever asks for it. */
export function InstallEntry() {
  const [offer, setOffer] = useState(window.installOffer);
  useEffect(() => {
    const update = () => setOffer(window.installOffer);
    const installed = () => {
      window.installOffer = undefined;
      update();
    };
    window.addEventListener('beforeinstallprompt', update);
    window.addEventListener('appinstalled', installed);
    return () => {
      window.removeEventListener('beforeinstallprompt', update);
      window.removeEventListener('appinstalled', installed);
    };
  }, []);
  const footer = document.querySelector('footer');
  if (offer === undefined || footer === null) return null;

  async function install(offered: InstallOffer) {
    // An offer serves once; a browser that was refused makes another one when it thinks fit.
    window.installOffer = undefined;
    setOffer(undefined);
    await offered.prompt();
  }
  return createPortal(
    <div className="border-t border-line">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2 text-sm text-muted">
        <p>
          <Trans>You can install Carecommons on this device like an app. It opens without a network, too.</Trans>
        </p>
        <Button variant="plain" onClick={() => void install(offer)}>
          <Download size={20} aria-hidden />
          <Trans>Install</Trans>
        </Button>
      </div>
    </div>,
    footer,
  );
}
