/**
 * Packages read `process.env.NODE_ENV` and expect a bundler to replace it. There is no bundler here, so it is
 * defined at run time. Must be imported before any of them.
 */
Object.assign(globalThis, { process: { env: { NODE_ENV: 'production' } } });
