import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PersonCaller } from '../../auth/caller.js';
import type { AuthenticatedRequest } from '../../auth/environment-ref.js';
import { Account } from '../../auth/people/account.schema.js';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { FailedAttempts } from '../guesses/failed-attempts.service.js';
import { Guesses } from '../guesses/guesses.service.js';
import { PasswordProof } from '../guesses/password-proof.service.js';
import { hashRecoveryCode, newRecoveryCodes, newSecret, otpauthUri, stepOf } from './one-time-codes.js';

const WRONG_CODE = 'code is wrong, too old, or was used before';

/**
 * Second factors: one-time codes of an authenticator app, and recovery codes. Each code is accepted once, by a write that
 * names the state before it, so that concurrent requests cannot both use it (behaviour AC9, AC10).
 */
@Injectable()
export class SecondFactors {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly passwords: PasswordProof,
    private readonly guesses: Guesses,
    private readonly failed: FailedAttempts,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Whether a code is that of the account; it is used up then. */
  async accepts({ _id, organizationId, secondFactor }: Account, code: string): Promise<boolean> {
    if (!secondFactor) return false;
    const own = { _id, organizationId, 'secondFactor.sealedSecret': secondFactor.sealedSecret };
    const step = stepOf(code, this.box.open(secondFactor.sealedSecret, _id), this.clock.now());
    if (step !== undefined) {
      const unused = [{ 'secondFactor.lastStep': { $exists: false } }, { 'secondFactor.lastStep': { $lt: step } }];
      const taken = await this.accounts.updateOne({ ...own, $or: unused }, { $set: { 'secondFactor.lastStep': step } });
      return taken.matchedCount === 1;
    }
    const hash = hashRecoveryCode(code);
    const taken = await this.accounts.updateOne(
      { ...own, 'secondFactor.recoveryCodes': hash },
      { $pull: { 'secondFactor.recoveryCodes': hash } },
    );
    return taken.matchedCount === 1;
  }

  /** Stores a new secret, which counts once it is confirmed. Throws 409 when a second factor is on. */
  async begin(
    request: AuthenticatedRequest,
    person: PersonCaller,
    password: string,
  ): Promise<{ secret: string; uri: string }> {
    const { account, attempt } = await this.passwords.proveOwn(request, person, 'password', password);
    await this.guesses.takeBack(attempt);
    const { _id, organizationId, email } = account;
    const secret = newSecret();
    const secondFactor = { sealedSecret: this.box.seal(secret, _id), recoveryCodes: [] };
    const off = { _id, organizationId, 'secondFactor.confirmedAt': { $exists: false } };
    const { matchedCount } = await this.accounts.updateOne(off, { $set: { secondFactor } });
    if (matchedCount === 0)
      throw new ConflictException('A second factor is on. Switch it off before another one is set up.');
    return { secret, uri: otpauthUri(secret, email) };
  }

  /** Switches the second factor on, when the code shows that the app has the secret, and returns new recovery codes. */
  async confirm({ userId: _id, organizationId }: PersonCaller, code: string): Promise<string[]> {
    const account = await this.accounts.findOne({ _id, organizationId }).lean();
    const secondFactor = account?.secondFactor;
    if (!secondFactor || secondFactor.confirmedAt) throw noneBegun();
    const now = this.clock.now();
    const { sealedSecret } = secondFactor;
    const lastStep = stepOf(code, this.box.open(sealedSecret, _id), now);
    if (lastStep === undefined) throw ValidationException.of('code', WRONG_CODE);
    const codes = newRecoveryCodes();
    const { matchedCount } = await this.accounts.updateOne(
      {
        _id,
        organizationId,
        'secondFactor.sealedSecret': sealedSecret,
        'secondFactor.confirmedAt': { $exists: false },
      },
      {
        $set: {
          'secondFactor.confirmedAt': now,
          'secondFactor.lastStep': lastStep,
          'secondFactor.recoveryCodes': codes.map(hashRecoveryCode),
        },
      },
    );
    if (matchedCount === 0) throw noneBegun();
    return codes;
  }

  /** Switches it off; one that was never confirmed needs no code. Throws 409 when there is none. */
  async remove(
    request: AuthenticatedRequest,
    person: PersonCaller,
    password: string,
    code: string | undefined,
  ): Promise<void> {
    const { account, attempt } = await this.passwords.proveOwn(request, person, 'password', password);
    const { _id, organizationId, secondFactor } = account;
    if (!secondFactor) {
      await this.guesses.takeBack(attempt);
      throw new ConflictException('There is no second factor');
    }
    if (secondFactor.confirmedAt && !(await this.accepts(account, code ?? ''))) {
      await this.failed.guessed(request, attempt, 'code', account);
      throw ValidationException.of('code', WRONG_CODE);
    }
    await this.guesses.takeBack(attempt);
    await this.accounts.updateOne(
      { _id, organizationId, 'secondFactor.sealedSecret': secondFactor.sealedSecret },
      { $unset: { secondFactor: 1 } },
    );
  }
}

function noneBegun(): ConflictException {
  return new ConflictException(
    'No second factor is being set up. `POST /v1/session/second-factor` begins with a new secret.',
  );
}
