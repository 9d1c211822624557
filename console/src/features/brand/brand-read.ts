import { read } from '../../api/read';

/** The brand of the environment. */
export const brandRead = read('/v1/brand', {});
