/** First-time registration: where it is begun, and where it is finished (spec 1 §2.1). */
export const registrationPaths = { begin: '/user/registerOkta', finish: '/user/registerOkta/logininfo' } as const
