/**
 * The eigenvectors of a symmetric matrix by Jacobi's rotations, largest eigenvalue first.
 *
 * @param matrix - `size * size` numbers, row by row; it is changed.
 * @returns `size` vectors of length 1; the largest of each one's numbers is positive.
 */
export function eigenvectors(matrix, size) {
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1;
  for (let sweep = 0; sweep < 30 && offDiagonal(matrix, size) > 1e-14; sweep++) {
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, vectors, size, p, q);
  }
  return Array.from({ length: size }, (_, at) => ({ value: matrix[at * size + at], at }))
    .sort((a, b) => b.value - a.value)
    .map(({ at }) => upright(vectors.slice(at * size, (at + 1) * size)));
}

function offDiagonal(matrix, size) {
  let sum = 0;
  for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) sum += matrix[p * size + q] ** 2;
  return sum;
}

/** Turns rows and columns p and q so that what they share becomes 0. */
function rotate(matrix, vectors, size, p, q) {
  const shared = matrix[p * size + q];
  if (Math.abs(shared) < 1e-12) return;
  const theta = (matrix[q * size + q] - matrix[p * size + p]) / (2 * shared);
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < size; k++) {
    const [one, other] = [matrix[k * size + p], matrix[k * size + q]];
    matrix[k * size + p] = cosine * one - sine * other;
    matrix[k * size + q] = sine * one + cosine * other;
  }
  for (const rows of [matrix, vectors]) {
    for (let k = 0; k < size; k++) {
      const [one, other] = [rows[p * size + k], rows[q * size + k]];
      rows[p * size + k] = cosine * one - sine * other;
      rows[q * size + k] = sine * one + cosine * other;
    }
  }
}

function upright(vector) {
  const largest = vector.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return largest < 0 ? vector.map((value) => -value) : vector;
}
