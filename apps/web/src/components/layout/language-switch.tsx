import { useLingui } from '@lingui/react/macro';
import { languages, nameOf } from '../../lib/texts/languages.ts';
import { storeLanguage } from '../../lib/preferences.ts';
import { inputClass } from '../ui/field.tsx';

/** The languages, each by its own name, so that everybody finds theirs. */
export function LanguageSwitch() {
  const { t, i18n } = useLingui();
  return (
    <label className="grid gap-1 text-sm">
      {t`Language`}
      <select className={inputClass} value={i18n.locale} onChange={(event) => storeLanguage(event.target.value)}>
        {[...new Set([...languages, i18n.locale])].map((language) => (
          <option key={language} value={language} lang={language}>
            {nameOf(language)}
          </option>
        ))}
      </select>
    </label>
  );
}
