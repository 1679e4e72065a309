//! Systems of linear equations.

/// A pivot smaller than this is taken for zero.
const NOTHING: f64 = 1e-12;

/// Solves a system by elimination: the rows of a square matrix, and the right-hand side. An unknown
/// that the equations leave open is zero.
pub fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for pivot in 0..n {
        let best = (pivot..n)
            .max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()))
            .unwrap_or(pivot);
        matrix.swap(pivot, best);
        right.swap(pivot, best);
        if matrix[pivot][pivot].abs() < NOTHING {
            continue;
        }
        for row in pivot + 1..n {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            for (value, pivot_value) in below[0].iter_mut().zip(&above[pivot]).skip(pivot) {
                *value -= factor * pivot_value;
            }
            right[row] -= factor * right[pivot];
        }
    }
    let mut solution = vec![0.0; n];
    for row in (0..n).rev() {
        let rest: f64 = (row + 1..n).map(|column| matrix[row][column] * solution[column]).sum();
        if matrix[row][row].abs() >= NOTHING {
            solution[row] = (right[row] - rest) / matrix[row][row];
        }
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_fulfils_the_equations() {
        // x = 1, y = −2, z = 3. The first pivot is zero, so rows have to be exchanged.
        let matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 1.0], [2.0, 0.0, -1.0]];
        let found = solve(matrix.map(Vec::from).to_vec(), vec![-1.0, 2.0, -1.0]);
        for (found, wanted) in found.into_iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12, "{found} for {wanted}");
        }
    }

    #[test]
    fn what_is_left_open_is_zero() {
        assert_eq!(solve(vec![vec![2.0, 0.0], vec![0.0, 0.0]], vec![6.0, 0.0]), [3.0, 0.0]);
        assert!(solve(Vec::new(), Vec::new()).is_empty());
    }
}
