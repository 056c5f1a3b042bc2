import { iconAppearance, iconTable } from '../display/icons.ts'
import type { ShownItem } from './menu.tsx'
import { setPreferences, usePreferences, type Preferences } from '../../browser/preferences.ts'

/** Menu entries for theme, density and single-key shortcuts, with what is chosen now. */
export function useAppearanceItems(): ShownItem[] {
  const { theme, density, singleKeys } = usePreferences()
  return [
    {
      kind: 'choice',
      label: 'Appearance',
      icon: iconAppearance,
      value: theme,
      options: [
        { value: 'auto', label: 'Auto' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ],
      onChange: (value) => setPreferences({ theme: value as Preferences['theme'] }),
    },
    {
      kind: 'choice',
      label: 'Rows',
      icon: iconTable,
      value: density,
      options: [
        { value: 'compact', label: 'Compact' },
        { value: 'default', label: 'Regular' },
        { value: 'comfortable', label: 'Roomy' },
      ],
      onChange: (value) => setPreferences({ density: value as Preferences['density'] }),
    },
    {
      kind: 'check',
      label: 'Single-key shortcuts',
      checked: singleKeys,
      onSelect: () => setPreferences({ singleKeys: !singleKeys }),
    },
  ]
}
