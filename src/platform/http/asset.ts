import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  body: Buffer;
  etag: string;
}

interface AssetOptions {
  /** Content type. */
  type: string;
  /** Default: the browser keeps the file and asks each time whether it has changed. */
  cacheControl?: string;
  /** Reads or makes the file. Called once for each encoding that is asked for. */
  load: () => Promise<Buffer | string> | Buffer | string;
}

/**
 * A file that a page of ours loads. It is read when it is first asked for, compressed once for each encoding, and
 * answered with 304 to whoever has it.
 */
export class Asset {
  private readonly variants = new Map<Encoding, Promise<Variant>>();

  constructor(private readonly options: AssetOptions) {}

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const { body, etag } = await this.variant(encoding);
    reply
      .header('etag', etag)
      .header('cache-control', this.options.cacheControl ?? 'no-cache')
      .header('vary', 'accept-encoding')
      .header('x-content-type-options', 'nosniff')
      .type(this.options.type);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(body);
  }

  private variant(encoding: Encoding): Promise<Variant> {
    let variant = this.variants.get(encoding);
    if (!variant) {
      variant = this.make(encoding);
      this.variants.set(encoding, variant);
      // What could not be read is tried again.
      variant.catch(() => this.variants.delete(encoding));
    }
    return variant;
  }

  private async make(encoding: Encoding): Promise<Variant> {
    const body = await compress(Buffer.from(await this.options.load()), encoding);
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
  }
}

/** A script, as the build has put it into a file. */
export function scriptAsset(path: string, cacheControl?: string): Asset {
  return new Asset({ type: 'text/javascript; charset=utf-8', cacheControl, load: () => readFile(path) });
}

/** The best encoding of those that a client accepts. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  const offers = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((offer): [string, boolean] => {
        const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
        return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
      }),
  );
  const accepts = (name: string): boolean => offers.get(name) ?? false;
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity';
}

async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return promisify(gzip)(content);
  // The default quality, 11, takes seconds for a few megabytes; 6 takes a tenth of one and is a tenth larger.
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
}
