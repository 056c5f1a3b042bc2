import fc from 'fast-check'

/** Property tests try the same cases in every run, so that mutation results can be compared. */
fc.configureGlobal({ seed: 20_261_121 })
