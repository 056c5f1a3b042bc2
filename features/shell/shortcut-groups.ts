import type { Menu } from '#platform/browser/screen.ts'

type ShortcutGroup = { title: string; of: readonly { keys: readonly string[]; does: string }[] }

/** All shortcuts; those that lead to pages follow from the navigation. */
export function shortcutGroups(menus: readonly Menu[]): readonly ShortcutGroup[] {
  return [
    {
      title: 'Anywhere',
      of: [
        { keys: ['Ctrl', 'K'], does: 'Find or do anything' },
        { keys: ['/'], does: 'Search this page' },
        ...menus.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], does: label })),
        { keys: ['G', 'U'], does: 'Most urgent request' },
        { keys: ['C'], does: 'Open or minimize chat' },
        { keys: ['?'], does: 'This list' },
      ],
    },
    {
      title: 'In a list',
      of: [
        { keys: ['J', 'K'], does: 'Next, previous' },
        { keys: ['Enter'], does: 'Open' },
        { keys: ['Space'], does: 'Show or hide preview' },
        { keys: ['X'], does: 'Select' },
        { keys: ['F'], does: 'Add a filter' },
        { keys: ['Esc'], does: 'Back, or clear selection' },
      ],
    },
    {
      title: 'On a request',
      of: [
        { keys: ['A'], does: 'Approve form' },
        { keys: ['R'], does: 'Reject form' },
        { keys: ['Ctrl', 'Enter'], does: 'Send the decision' },
        { keys: ['U'], does: 'Use pharmacist settings' },
        { keys: ['O'], does: 'Assign' },
        { keys: ['S'], does: 'Snooze' },
        { keys: ['W'], does: 'Decision record' },
        { keys: ['J', 'K'], does: 'Next, previous request' },
      ],
    },
  ]
}
