import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

/** Documents a property that is an object of this class or null, which the type alone does not tell. */
export function ApiNullable(model: Type, { required = true }: { required?: boolean } = {}): PropertyDecorator {
  return (prototype, property) => {
    ApiExtraModels(model)(prototype.constructor);
    ApiProperty({ allOf: [{ $ref: getSchemaPath(model) }], nullable: true, required })(prototype, property);
  };
}
