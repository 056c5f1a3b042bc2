/** The carrier setting that says how many days a notice is kept, and what counts where it is not set. */
export const KEPT_SETTING = 'noticeDays'
export const KEPT_DAYS = 90
