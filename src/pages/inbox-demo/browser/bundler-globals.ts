/**
 * Packages ask `process.env.NODE_ENV` whether they are in production, and count on a bundler to put the answer in its
 * place. There is none here, so the answer is given at run time. To be imported before any of them.
 */
Object.assign(globalThis, { process: { env: { NODE_ENV: 'production' } } });
