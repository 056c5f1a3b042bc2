/** Leaving for another document of the demonstration. A worker of this tab alone ends with the page: what was done is written down before. */
let written: () => Promise<void> = () => Promise.resolve()

export function beforeLeaving(first: () => Promise<void>): void {
  written = first
}

export const leaveFor = (path: string): void => void written().then(() => location.assign(path))
