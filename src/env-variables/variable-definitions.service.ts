import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { IdSet } from '../platform/ids.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { assertMayWrite } from '../auth/may-write.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import { Config } from '../platform/config/config.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { TryAgainException, notFound } from '../platform/errors/exceptions.js';
import { type FieldViolations, ValidationException } from '../platform/errors/validation.exception.js';
import { isDuplicateKey } from '../platform/persistence/writes.js';
import type {
  CreateEnvironmentVariableDto,
  EnvironmentVariableValueDto,
  UpdateEnvironmentVariableDto,
} from './env-variables.dto.js';
import { MASK } from '../platform/values/mask.js';
import { EnvironmentVariable, type EnvironmentVariableValue, sealedFor } from './environment-variable.schema.js';
import { EnvironmentVariablesService } from './environment-variables.service.js';

/** In each round at least one of the concurrent changes of a variable succeeds. */
const MAX_ROUNDS = 100;

/** Operation that is refused in another, protected environment, as part of an error message. */
const WRITING = 'its variables are given values, changed and deleted';

/**
 * The variables of an organization, with the values of all its environments. A key of one environment may change all of
 * them, except those with a value in a protected environment, which require a key of that environment.
 */
@Injectable()
export class VariableDefinitionsService {
  constructor(
    @InjectModel(EnvironmentVariable.name) private readonly variables: Model<EnvironmentVariable>,
    private readonly values: EnvironmentVariablesService,
    private readonly environments: EnvironmentsService,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
  ) {}

  /**
   * Throws 400 for the mask as a value or when there are too many variables, 403 for a value in another, protected
   * environment, 409 for a key that is taken, 422 for an environment that does not exist.
   */
  async create(caller: EnvironmentRef, request: CreateEnvironmentVariableDto): Promise<EnvironmentVariable> {
    const { organizationId } = caller;
    const { key, type, isSecret } = request;
    const given = await this.readValues(caller, request.values);
    await this.assertRoom(organizationId);
    const blank = { _id: new Types.ObjectId(), isSecret, values: [] };
    const values = changedValues(blank, { values: given }, this.secretBox);
    try {
      const created = await this.variables.create({ ...blank, organizationId, key, type, values, revision: 0 });
      return created.toObject();
    } catch (error) {
      throw isDuplicateKey(error) ? taken(key) : error;
    } finally {
      this.values.forget();
    }
  }

  /** The variables whose key contains `search`, ignoring case, ordered by key. */
  async list({ organizationId }: EnvironmentRef, search = ''): Promise<EnvironmentVariable[]> {
    const variables = await this.variables.find({ organizationId }).sort({ key: 1 }).lean();
    return variables.filter(({ key }) => key.toLowerCase().includes(search.toLowerCase()));
  }

  /** By key; throws 404 when the organization has no such variable. */
  async findOrFail({ organizationId }: EnvironmentRef, key: string): Promise<EnvironmentVariable> {
    const variable = await this.variables.findOne({ organizationId, key }).lean();
    if (!variable) throw notFound('Environment variable', key);
    return variable;
  }

  /**
   * Changes the given fields (behaviour L9). Throws 400 for the mask as a value, 403 when it concerns a value in
   * another, protected environment, 404, 409 for a key that is taken, 422 for an environment that does not exist and
   * for a secret that would become readable.
   */
  async update(
    caller: EnvironmentRef,
    key: string,
    request: UpdateEnvironmentVariableDto,
  ): Promise<EnvironmentVariable> {
    const given = await this.readValues(caller, request.values ?? []);
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const variable = await this.findOrFail(caller, key);
        // Without these fields, only the values of the named environments change.
        const changesAll = [request.key, request.type, request.isSecret].some((field) => field !== undefined);
        if (changesAll) await this.assertMayChange(caller, variable);
        const updated = await this.change(variable, request, given);
        if (updated) return updated;
      }
      throw changedByOthers(key);
    } catch (error) {
      throw isDuplicateKey(error) ? taken(request.key ?? key) : error;
    } finally {
      this.values.forget();
    }
  }

  /** Throws 404, and 403 for a variable with a value in another, protected environment. */
  async delete(caller: EnvironmentRef, key: string): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const variable = await this.findOrFail(caller, key);
      await this.assertMayChange(caller, variable);
      const { _id, revision = null } = variable;
      const { deletedCount } = await this.variables.deleteOne({ _id, revision });
      this.values.forget();
      if (deletedCount > 0) return;
    }
    throw changedByOthers(key);
  }

  /** Throws 403 when another, protected environment has a value of the variable. */
  private async assertMayChange(caller: EnvironmentRef, { values }: EnvironmentVariable): Promise<void> {
    const environments = await this.environments.mapById(caller);
    for (const { environmentId } of values) {
      const environment = environments.get(environmentId);
      if (environment) assertMayWrite(caller, environment, WRITING, 'variables:write');
    }
  }

  /** Undefined when the variable was changed concurrently since it was read. */
  private async change(
    variable: EnvironmentVariable,
    { key = variable.key, type = variable.type, isSecret = variable.isSecret }: UpdateEnvironmentVariableDto,
    given: EnvironmentVariableValue[],
  ): Promise<EnvironmentVariable | undefined> {
    const values = changedValues(variable, { isSecret, values: given }, this.secretBox);
    const updated = await this.variables
      .findOneAndUpdate(
        { _id: variable._id, revision: variable.revision ?? null },
        { $set: { key, type, isSecret, values }, $inc: { revision: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    return updated ?? undefined;
  }

  private async readValues(
    caller: EnvironmentRef,
    values: readonly EnvironmentVariableValueDto[],
  ): Promise<EnvironmentVariableValue[]> {
    if (values.length === 0) return [];
    const masked = values.findIndex(({ value }) => value === MASK);
    if (masked !== -1) throw new BadRequestException(`values.${masked}.value is what stands for a secret, not a value`);
    const known = await this.environments.mapById(caller);
    const violations: FieldViolations = {};
    const read = values.map(({ _environmentId, value }) => ({
      environmentId: new Types.ObjectId(_environmentId),
      value,
    }));
    for (const [index, { _environmentId: id }] of values.entries()) {
      if (known.has(read[index]!.environmentId)) continue;
      const messages = ['_environmentId must be an environment of the organization'];
      violations[`values.${index}._environmentId`] = { messages, value: id };
    }
    if (Object.keys(violations).length > 0) throw new ValidationException(violations);
    for (const { environmentId } of read) assertMayWrite(caller, known.get(environmentId)!, WRITING, 'variables:write');
    return read;
  }

  /** Concurrent requests may exceed the limit by their number: it keeps the list readable, nothing depends on it. */
  private async assertRoom(organizationId: Types.ObjectId): Promise<void> {
    const limit = this.config.maxEnvironmentVariables;
    if ((await this.variables.countDocuments({ organizationId })) < limit) return;
    throw new BadRequestException(`An organization has at most ${limit} environment variables`);
  }
}

function changedByOthers(key: string): TryAgainException {
  return new TryAgainException(`Environment variable '${key}' is being changed by others, try again`);
}

function taken(key: string): ConflictException {
  return new ConflictException(`Environment variable '${key}' already exists`);
}

/** New values of a variable, unencrypted. */
interface ValueChanges {
  isSecret?: boolean;
  values?: readonly EnvironmentVariableValue[];
}

/**
 * Returns the values to store for a changed variable: given ones replace those of their environment, others stay
 * (behaviour L9). Values that become secret are encrypted. Throws 422 when a secret value would become readable.
 */
function changedValues(
  { _id, isSecret: wasSecret, values: stored }: Pick<EnvironmentVariable, '_id' | 'isSecret' | 'values'>,
  { isSecret = wasSecret, values: given = [] }: ValueChanges,
  box: SecretBox,
): EnvironmentVariableValue[] {
  const replaced = new IdSet(given.map(({ environmentId }) => environmentId));
  const kept = stored.filter(({ environmentId }) => !replaced.has(environmentId));
  if (wasSecret && !isSecret && kept.length > 0) {
    const message = 'isSecret can become false only together with a new value for every environment that has one';
    throw ValidationException.of('isSecret', message, isSecret);
  }
  const protect = (environmentId: Types.ObjectId, value: string): string =>
    isSecret ? box.seal(value, sealedFor(_id, environmentId)) : value;
  return [
    ...kept.map(({ environmentId, value }) => ({
      environmentId,
      value: wasSecret ? value : protect(environmentId, value),
    })),
    ...given.map(({ environmentId, value }) => ({ environmentId, value: protect(environmentId, value) })),
  ];
}
