import type { Menu } from '#platform/browser/screen.ts'

type ShortcutGroup = { title: string; of: readonly { keys: readonly string[]; does: string }[] }

/** All shortcuts; those that lead to pages follow from the navigation. */
export function shortcutGroups(menus: readonly Pick<Menu, 'key' | 'label'>[]): readonly ShortcutGroup[] {
  return [
    {
      title: 'Anywhere',
      of: [
        { keys: ['Ctrl', 'K'], does: 'Find or do anything' },
        { keys: ['/'], does: 'Search this page' },
        ...menus.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], does: label })),
        { keys: ['G', 'U'], does: 'Most urgent request' },
        { keys: ['C'], does: 'Open or minimize chat' },
        { keys: ['Z'], does: 'Undo what the message says' },
        { keys: ['?'], does: 'This list' },
      ],
    },
    {
      title: 'In a list',
      of: [
        { keys: ['J', 'K'], does: 'Next, previous' },
        { keys: ['Enter'], does: 'Open' },
        { keys: ['Space'], does: 'Show or hide preview' },
        { keys: ['Alt', '1'], does: 'First saved view, to Alt 9' },
        { keys: ['1–4'], does: 'Who waits at the counter' },
        { keys: ['X'], does: 'Select' },
        { keys: ['Shift', 'X'], does: 'Select up to here' },
        { keys: ['Ctrl', 'A'], does: 'Select all shown' },
        { keys: ['A'], does: 'Approve form, or approve the selected' },
        { keys: ['R'], does: 'Reject form' },
        { keys: ['O'], does: 'Assign' },
        { keys: ['S'], does: 'Snooze' },
        { keys: ['F'], does: 'Add a filter' },
        { keys: ['E'], does: 'Export' },
        { keys: ['Esc'], does: 'Back, or clear selection' },
      ],
    },
    {
      title: 'In Clinical Review',
      of: [
        { keys: ['T'], does: 'Take, or give back' },
        { keys: ['Q'], does: 'Ask the case owner' },
        { keys: ['P'], does: 'Record a call to the prescriber' },
      ],
    },
    {
      title: 'On a patient',
      of: [
        { keys: ['1–9'], does: 'Tabs' },
        { keys: ['N'], does: 'Add note' },
        { keys: ['L'], does: 'Record a call, on Notes and contacts' },
        { keys: ['A'], does: 'Create authorization' },
        { keys: ['E'], does: 'Eligibility: edit coverage' },
        { keys: ['T'], does: 'Medications: timeline or table' },
        { keys: ['R'], does: 'Medications: what was rejected' },
        { keys: ['+', '−'], does: 'Medications: zoom' },
        { keys: ['Alt', '1–8'], does: 'Timeline: show one kind' },
        { keys: ['J', 'K'], does: 'Timeline: next, previous line' },
        { keys: ['X'], does: 'Timeline of a prescription: export the event log' },
        { keys: ['X', 'C', 'E'], does: 'Prior authorizations: extend, change, end' },
        { keys: ['Esc'], does: 'Back to the search' },
      ],
    },
    {
      title: 'On a request',
      of: [
        { keys: ['A'], does: 'Approve form' },
        { keys: ['R'], does: 'Reject form' },
        { keys: ['D'], does: 'Change the end date' },
        { keys: ['F'], does: 'First safety finding, or first reject' },
        { keys: ['Ctrl', 'Enter'], does: 'Send the decision' },
        { keys: ['U'], does: 'Use these settings' },
        { keys: ['E'], does: 'Write a recommendation' },
        { keys: ['O'], does: 'Assign' },
        { keys: ['S'], does: 'Snooze' },
        { keys: ['L'], does: 'Request a letter' },
        { keys: ['T'], does: 'Take back what waits on others' },
        { keys: ['P'], does: 'Nudge the pharmacist' },
        { keys: ['N'], does: 'Write to the pharmacist' },
        { keys: ['B'], does: 'Explain the bill' },
        { keys: ['W'], does: 'Decision record' },
        { keys: ['H'], does: 'Timeline of the prescription' },
        { keys: ['I'], does: 'What the reject code means' },
        { keys: ['J', 'K'], does: 'Next, previous request' },
      ],
    },
    {
      title: 'In a directory',
      of: [
        { keys: ['C'], does: 'Copy the phone number' },
        { keys: ['F'], does: 'Copy the fax number' },
        { keys: ['E'], does: 'Export the pharmacies found' },
      ],
    },
    {
      title: 'On Users',
      of: [
        { keys: ['I'], does: 'Invite' },
        { keys: ['R'], does: 'Review access' },
        { keys: ['E'], does: 'Export' },
      ],
    },
    {
      title: 'Out of Office',
      of: [
        { keys: ['A'], does: 'Add time off' },
        { keys: ['Ctrl', 'Enter'], does: 'Save it' },
      ],
    },
    {
      title: 'On a decided request',
      of: [
        { keys: ['R'], does: 'Reconsider a denial' },
        { keys: ['C'], does: 'Correct an approval' },
        { keys: ['E'], does: 'Change or end the prior authorization' },
        { keys: ['M'], does: 'Resend to the pharmacy' },
        { keys: ['B'], does: 'Reopen' },
        { keys: ['H'], does: 'Timeline' },
        { keys: ['X'], does: 'Export the event log' },
        { keys: ['D'], does: 'PDF' },
      ],
    },
  ]
}
