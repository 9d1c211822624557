/**
 * Which Node versions can run Carillon.
 *
 * CommonJS packages below Fastify load ES modules with require(), which Node does without a flag since 20.19 and
 * 22.12. This file is read before anything is known about the running Node, so it keeps to syntax that old versions
 * understand.
 */

/**
 * Says in one line why a Node version cannot run Carillon.
 *
 * @param {string} version as in process.versions.node
 * @returns {string | undefined} undefined when the version is fine
 */
export function refuseNodeVersion(version) {
  const parts = version.split('.');
  const major = Number(parts[0]);
  const minor = Number(parts[1]);
  const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return supported
    ? undefined
    : 'Carillon needs Node 20.19 or newer (of Node 22: 22.12 or newer); this is Node ' + version + '.';
}
