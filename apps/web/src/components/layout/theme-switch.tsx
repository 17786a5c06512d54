import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { storeTheme, readPreferences, type Theme, themes } from '../../lib/preferences.ts';
import { inputClass } from '../ui/field.tsx';

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const { t } = useLingui();
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(readPreferences(document.cookie).theme), []);
  const names: Record<Theme, string> = { system: t`As the system`, light: t`Light`, dark: t`Dark` };
  return (
    <label className="grid gap-1 text-sm">
      {t`Appearance`}
      <select
        className={inputClass}
        value={theme}
        onChange={(event) => {
          const selected = event.target.value as Theme;
          setTheme(selected);
          storeTheme(selected);
        }}
      >
        {themes.map((known) => (
          <option key={known} value={known}>
            {names[known]}
          </option>
        ))}
      </select>
    </label>
  );
}
