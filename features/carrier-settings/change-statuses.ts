/** Where a change of a setting is: it waits for a second administrator or for its day, was made, or was refused. */
export const changeStatus = { WAITING: 'WAITING', PLANNED: 'PLANNED', DONE: 'DONE', REFUSED: 'REFUSED' } as const
export const changeStatuses = Object.values(changeStatus)
export type ChangeStatus = (typeof changeStatuses)[number]
