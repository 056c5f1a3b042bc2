import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { usePageHints } from '#platform/ui/keys/hints.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { setPreferences, usePreferences } from '#platform/browser/preferences.ts'
import { Switch } from '#platform/ui/form/switch.tsx'
import type { Menu } from '#platform/browser/screen.ts'
import { shortcutGroups } from './shortcut-groups.ts'
import css from './shortcuts.module.css'

/** All shortcuts, those of the open page first, and the switch that turns the single keys off (WCAG 2.1.4). */
export function Shortcuts({ menus, onClose }: { menus: readonly Menu[]; onClose: () => void }) {
  const { singleKeys } = usePreferences()
  const ofPage = usePageHints().filter(({ keys: [key] }) => key !== '?')
  const groups = [...(ofPage.length > 0 ? [{ title: 'On this page', of: ofPage }] : []), ...shortcutGroups(menus)]
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="large"
      onClose={onClose}
      footerStart={
        <Switch
          label="Single-key shortcuts"
          checked={singleKeys}
          onChange={(on) => setPreferences({ singleKeys: on })}
          aria-describedby="single-keys"
        />
      }
      footer={
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={css.groups}>
        {groups.map(({ title, of }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {of.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys of={keys} stay />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p id="single-keys" className={css.note}>
        Turn single keys off if you use speech or a screen reader.
      </p>
    </Dialog>
  )
}
